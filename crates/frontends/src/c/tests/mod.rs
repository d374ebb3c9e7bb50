//! Small programs, lowered and executed.
