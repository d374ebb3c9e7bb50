//! The types that have a meaning by their name: the part of the table of known names (`known`) that is about types.

use super::known::is_reserved;
use super::layout::Layout;
use super::types::{CType, Field, Library};
use umpteen_model::c::expression::Type;

/// Types by name. Handles are no part of memory, and an atomic flag is its value.
const TYPES: &[(&str, CType<'static>)] = &[
    ("pthread_t", CType::Thread),
    ("__thrd_t", CType::Thread),
    ("atomic_flag", CType::Integer { ty: Type::BOOL, atomic: true }),
    ("pthread_mutex_t", CType::Library(Library::Mutex)),
    ("mtx_t", CType::Library(Library::Mutex)),
    ("pthread_spinlock_t", CType::Library(Library::SpinLock)),
    ("pthread_mutexattr_t", CType::Library(Library::MutexAttributes)),
    ("pthread_cond_t", CType::Library(Library::Condition)),
    ("cnd_t", CType::Library(Library::Condition)),
    ("pthread_condattr_t", CType::Library(Library::ConditionAttributes)),
    ("pthread_rwlock_t", CType::Library(Library::ReadersWriterLock)),
    ("pthread_rwlockattr_t", CType::Library(Library::ReadersWriterLockAttributes)),
    ("pthread_barrier_t", CType::Library(Library::Barrier)),
    ("pthread_barrierattr_t", CType::Library(Library::BarrierAttributes)),
    ("sem_t", CType::Library(Library::Semaphore)),
    ("pthread_once_t", CType::Library(Library::Once)),
    ("__once_flag", CType::Library(Library::Once)),
    ("pthread_key_t", CType::Library(Library::Key)),
    ("__tss_t", CType::Library(Library::Key)),
    ("pthread_attr_t", CType::Library(Library::ThreadAttributes)),
    ("__pthread_unwind_buf_t", CType::Library(Library::CleanupBuffer)),
];

/// Types of these names programs also define themselves; the library's are structures whose members have reserved names.
/// The other names are reserved, and what is done to such a type other than by the library's functions is refused.
const OWN: [&str; 4] = ["atomic_flag", "mtx_t", "cnd_t", "sem_t"];

/// The type of the thread library that a typedef is, whatever the header says about its insides.
pub fn known_type<'a>(name: &str, ty: &CType<'a>, layout: Layout<'_, 'a>) -> Option<CType<'a>> {
    let (_, known) = TYPES.iter().find(|(known, _)| *known == name)?;
    // An integer of another size than what it stands for is none of the library's.
    let as_large = !matches!(known, CType::Integer { .. }) || layout.size(&ty.clone().plain()) == layout.size(known);
    (as_large && (!OWN.contains(&name) || has_reserved_members(ty, layout))).then(|| known.clone())
}

/// Whether a type is a structure whose members all have reserved names.
fn has_reserved_members(ty: &CType, layout: Layout) -> bool {
    let (CType::Record(number) | CType::AtomicRecord(number)) = ty else { return false };
    let fields = layout.records.get(*number as usize).and_then(|record| record.fields.as_ref());
    let reserved =
        |fields: &Vec<_>| fields.iter().all(|field: &Field| field.name.is_empty() || is_reserved(field.name));
    fields.is_some_and(|fields| !fields.is_empty() && reserved(fields))
}
