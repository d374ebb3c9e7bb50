//! Statements of the synchronisation library: locks, semaphores and their like.

use super::Writer;
use super::kinds::Kind;

impl Writer<'_> {
    /// A section between two steps that take and release the mutex.
    pub fn locked(&mut self, body: &str) -> String {
        self.line("pthread_mutex_lock(&m);", "lock_m();") + body + &self.unlock()
    }

    fn unlock(&mut self) -> String {
        self.line("pthread_mutex_unlock(&m);", "m_held = 0;")
    }

    /// A statement of a kind of the synchronisation library.
    pub fn lock_statement(&mut self, kind: Kind, depth: u32) -> String {
        let body = self.block(1, 2, depth + 1);
        let local = self.local();
        match kind {
            Kind::Trylock => match self.random.u8(..4) {
                0 => self.line(&format!("{local} = !pthread_mutex_trylock(&m);"), &format!("{local} = !try_m();")),
                1 => self.locked(&body),
                _ => {
                    let first = self.line("if (pthread_mutex_trylock(&m) == 0) {", "if (try_m() == 0) {");
                    first + &body + &self.unlock() + "  }\n"
                }
            },
            Kind::Recursive => {
                let take = "__VERIFIER_atomic_begin(); __VERIFIER_assume(!again || mine); again = 1; mine++; __VERIFIER_atomic_end();";
                let give =
                    "__VERIFIER_atomic_begin(); if (mine) { mine--; if (!mine) again = 0; } __VERIFIER_atomic_end();";
                let first = self.line("pthread_mutex_lock(&again);", take);
                first + &body + &self.line("pthread_mutex_unlock(&again);", give)
            }
            Kind::ReadWrite => self.read_write(&body),
            Kind::Condition => {
                let condition = self.condition(1);
                if self.random.u8(..3) == 0 {
                    return self.line("pthread_cond_broadcast(&changed);", ";");
                }
                let waits = self.line(
                    &format!("while (!({condition})) pthread_cond_wait(&changed, &m);"),
                    &format!("while (!({condition})) {{ m_held = 0; lock_m(); }}"),
                );
                self.locked(&(waits + &body))
            }
            Kind::Semaphore => match self.random.u8(..6) {
                0 => self.line(&format!("{local} = sem_trywait(&sem) == 0;"), &format!("{local} = try_sem() == 0;")),
                1 => self.line(
                    &format!("{{ int n = 0; sem_getvalue(&sem, &n); {local} = n & 3; __VERIFIER_assume(n < 3); }}"),
                    &format!("{{ int n = sem; {local} = n & 3; __VERIFIER_assume(n < 3); }}"),
                ),
                2 => {
                    let first = self.line("if (!sem_trywait(&sem)) {", "if (!try_sem()) {");
                    first + &body + &self.line("sem_post(&sem); }", "post_sem(); }")
                }
                3 => self.line("sem_wait(&sem);", "wait_sem();"),
                _ => self.line("sem_wait(&sem);", "wait_sem();") + &body + &self.line("sem_post(&sem);", "post_sem();"),
            },
            Kind::Barrier => match self.random.bool() {
                true => self.line("pthread_barrier_wait(&barrier);", "arrive();"),
                false => self.line(
                    &format!("{local} = pthread_barrier_wait(&barrier) == -1;"),
                    &format!("{local} = arrive() == -1;"),
                ),
            },
            _ => self.line("pthread_once(&once, setup);", "first();"),
        }
    }

    fn read_write(&mut self, body: &str) -> String {
        let (rich, plain) = [
            ("pthread_rwlock_rdlock(&rw); {", "read_rw(); {"),
            ("pthread_rwlock_wrlock(&rw); {", "write_rw(); {"),
            ("if (!pthread_rwlock_tryrdlock(&rw)) {", "if (!try_rw(0)) {"),
            ("if (pthread_rwlock_trywrlock(&rw) == 0) {", "if (try_rw(1) == 0) {"),
        ][self.random.usize(..4)];
        self.line(rich, plain) + body + &self.line("pthread_rwlock_unlock(&rw); }", "unlock_rw(); }")
    }
}
