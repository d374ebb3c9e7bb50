//! Boolean programs: as written (`syntax`), ready to run (`program`), their steps (`step`), and the counter system
//! that any number of threads running one make (`view`), possibly without some variables (`reduction`). With calls kept
//! (`calls`), a fixed set of threads makes a pushdown system (`unfold`).

pub mod calls;
pub mod export;
pub mod expression;
pub mod print;
pub mod program;
pub mod reduction;
pub mod step;
pub mod syntax;
pub mod unfold;
pub mod view;
