//! The story above a counterexample, for every kind of failure: what it says is what the steps below it show.

use crate::support::{stdout, umpteen};

/// The sentences of the story of a file of the corpus.
fn told(file: &str, property: &str) -> Vec<String> {
    let path = format!("tests/corpus/c/{file}.c");
    let text = stdout(&umpteen(&["check", &path, "--property", property]));
    let story = text.split("\nstory    ").nth(1).unwrap_or_else(|| panic!("{file}: {text}"));
    let lines = story.split("\n step  ").next().unwrap_or_default().lines();
    lines.map(|line| line.trim().to_string()).collect()
}

const STORIES: [(&str, &str, &[&str]); 12] = [
    (
        "counters/counter_two_threads_lost",
        "assert",
        &[
            "second read `value` (0) in step 4, before first wrote 1 in step 5.",
            "In step 8 second wrote 1, computed from the old value, so the update of first is lost.",
            "In step 11 `value == 2` is false: `value` is 1.",
        ],
    ),
    (
        "publication/once_check_then_set",
        "assert",
        &[
            "worker 2 read `state` (0) in step 7 to decide how to go on; worker 1 changed it to 1 in step 8.",
            "worker 2 went on to step 12, although it would decide otherwise by then.",
            "In step 12 `inits == 0` is false: `inits` is 1 (written by worker 1 in step 11).",
        ],
    ),
    (
        "publication/handover_wrong_order",
        "assert",
        &[
            "consumer read `data` (0, its first value) in step 7; producer can write it only later, in line 11.",
            "In step 7 `data == 42` is false: `data` is 0 (its first value).",
        ],
    ),
    (
        "memory/heap_use_after_free",
        "assert",
        &[
            "The object that main allocated in step 1 was freed by main in step 3 and used by worker in step 4.",
            "The pointer comes from `job`, set in step 1.",
        ],
    ),
    (
        "memory/heap_double_free",
        "assert",
        &[
            "The object that main allocated in step 1 was freed by worker 1 in step 5.",
            "worker 2 frees `mine` in step 7, which is the same object.",
        ],
    ),
    (
        "memory/pointer_null_after_check",
        "assert",
        &[
            "reader read `current` (&session) in step 5 to decide how to go on; closer changed it to 0 in step 6.",
            "reader went on to step 7, although it would decide otherwise by then.",
            "reader uses `current->open` in step 7, but `current` is null (written by closer in step 6).",
        ],
    ),
    (
        "memory/array_off_by_one",
        "assert",
        &["summer uses `cells[i]` in step 7: `i` is 2 (set in step 6), and `cells` has 2 elements."],
    ),
    (
        "deadlock/ab_ba",
        "deadlock",
        &[
            "one holds `a` (step 5) and waits in `pthread_mutex_lock(&b)` (line 11); other holds `b` (step 6) and waits in \
             `pthread_mutex_lock(&a)` (line 20).",
            "Each waits for what another one of them holds.",
        ],
    ),
    (
        "deadlock/lost_wakeup",
        "deadlock",
        &[
            "waiter waits in `pthread_cond_wait(&c, &m)` (line 20).",
            "setter signalled `c` in step 8, before waiter began to wait for it in step 9.",
            "Nobody else can move: main waits in line 30 and setter has ended.",
        ],
    ),
    (
        "deadlock/double_unlock",
        "deadlock",
        &["worker gets to `pthread_mutex_unlock(&m)` in step 8; `m` was last unlocked by worker in step 7."],
    ),
    (
        "races/race_wrong_lock",
        "race",
        &[
            "add writes `length` in step 6 (line 11: `length++`), at the same time as remove_one reads `length` in step 7 \
             (line 19).",
            "add holds `add_lock` then, and remove_one holds `remove_lock`.",
        ],
    ),
    (
        "constructs/races/race_address_of_element",
        "race",
        &[
            "worker writes `i` in step 2 (line 6: `i = 1`), at the same time as main reads `i` in step 3 (line 7).",
            "Neither of them holds a lock then.",
        ],
    ),
];

#[test]
fn every_kind_of_failure_has_a_story() {
    for (file, property, sentences) in STORIES {
        assert_eq!(told(file, property), sentences, "{file}");
    }
}
