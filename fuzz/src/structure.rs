//! Evidence is damaged as JSON, so that most of what comes of it is still evidence.

use fastrand::Rng;
use libfuzzer_sys::fuzzer_mutate;
use serde_json::Value;
use umpteen_fuzz::damaged::tree;

/// One more input from this one; what is no JSON, and now and then what is, is changed byte by byte.
pub fn mutated(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut random = Rng::with_seed(seed.into());
    let Some(mut value) = serde_json::from_slice::<Value>(&data[..size]).ok().filter(|_| random.u8(..20) > 0) else {
        return fuzzer_mutate(data, size, max_size);
    };
    let donor = value.clone();
    for _ in 0..random.u8(1..=3) {
        tree::damage(&mut random, &mut value, &donor);
    }
    let text = value.to_string();
    if text.len() > max_size {
        return fuzzer_mutate(data, size, max_size);
    }
    data[..text.len()].copy_from_slice(text.as_bytes());
    text.len()
}
