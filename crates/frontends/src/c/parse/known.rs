//! Types that are known by name.

use super::super::layout::Layout;
use super::super::types::{CType, Library};
use umpteen_model::c::expression::Type;

/// The type of the thread library that a typedef is, whatever the header says about its insides.
pub fn known_type<'a>(name: &str, ty: &CType<'a>, layout: Layout<'_, 'a>) -> Option<CType<'a>> {
    let library = match name {
        "pthread_t" | "__thrd_t" => return Some(CType::Thread),
        "atomic_flag" => return Some(CType::Integer { ty: Type::BOOL, atomic: true }),
        "pthread_mutex_t" => Library::Mutex,
        "pthread_spinlock_t" => Library::SpinLock,
        "pthread_mutexattr_t" => Library::MutexAttributes,
        "pthread_cond_t" => Library::Condition,
        "pthread_condattr_t" => Library::ConditionAttributes,
        "pthread_rwlock_t" => Library::ReadersWriterLock,
        "pthread_rwlockattr_t" => Library::ReadersWriterLockAttributes,
        "pthread_barrier_t" => Library::Barrier,
        "pthread_barrierattr_t" => Library::BarrierAttributes,
        "pthread_once_t" | "__once_flag" => Library::Once,
        "pthread_key_t" | "__tss_t" => Library::Key,
        "pthread_attr_t" => Library::ThreadAttributes,
        "__pthread_unwind_buf_t" => Library::CleanupBuffer,
        // Programs use these short names for types of their own, too.
        "sem_t" if !is_own(ty, layout) => Library::Semaphore,
        "mtx_t" if matches!(ty, CType::Record(_)) && !is_own(ty, layout) => Library::Mutex,
        "cnd_t" if matches!(ty, CType::Record(_)) && !is_own(ty, layout) => Library::Condition,
        _ => return None,
    };
    Some(CType::Library(library))
}

/// Whether a structure is the program's own: the library's members have reserved names.
fn is_own(ty: &CType, layout: Layout) -> bool {
    let CType::Record(number) = ty else { return false };
    let fields = layout.records.get(*number as usize).and_then(|record| record.fields.as_ref());
    fields.is_some_and(|fields| fields.iter().any(|field| !field.name.is_empty() && !field.name.starts_with('_')))
}
