//! Views of the report: for people, for other tools, for a browser.

pub mod c_program;
pub mod columns;
pub mod github;
pub mod html;
pub mod junit;
pub mod markup;
pub mod run_text;
pub mod sarif;
pub mod svcomp;
pub mod terminal;
pub mod text;
pub mod witness;
pub mod yaml_print;
