//! What is noted for people on the way: where things are, and what was assumed.

use super::super::line_map::LineMap;
use rustc_hash::FxHashMap;
use umpteen_model::c::program::Position;

/// What people are told: the places of steps and assertions, and what was taken for granted on the way.
pub struct Notes {
    /// From offsets to lines of files.
    pub map: LineMap,
    /// From the line map's files to the program's.
    pub files: FxHashMap<u32, u32>,
    /// The number of each of the program's assertions by place and text.
    pub assertion_numbers: FxHashMap<(Position, String), u32>,
    /// Whether the order of operands has mattered.
    pub order_is_noted: bool,
}

impl Notes {
    /// Nothing is noted yet.
    pub fn of(text: &str) -> Notes {
        Notes {
            map: LineMap::new(text),
            files: FxHashMap::default(),
            assertion_numbers: FxHashMap::default(),
            order_is_noted: false,
        }
    }
}
