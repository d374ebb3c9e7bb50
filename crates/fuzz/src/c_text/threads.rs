//! The functions of threads, how `main` starts them, and what is passed along.

use super::Writer;
use super::kinds::Kind;

impl Writer<'_> {
    /// A function that threads run.
    pub fn function(&mut self, name: &'static str) -> String {
        self.function = name;
        let passes = self.has(Kind::IntegerArgument) || self.has(Kind::StructArgument);
        let header = format!("void *{name}(void *argument)");
        let plain = format!("void *{name}(unsigned char argument)");
        let mut text = format!("{}\n{{\n", if passes { self.twin(&header, &plain) } else { header });
        let first = self.pick(&["0", "1", "__VERIFIER_nondet_bool()"]);
        // A variable that is not initialised would have more values than exploration tries.
        text += &format!("  unsigned char l0 = {first}, l1 = 0;\n");
        text += &self.variables_of_threads();
        if self.has(Kind::StaticLocal) {
            text += &self.line("static unsigned char c = 1;", "");
        }
        text += &self.block(1, 6, 0);
        if !self.kinds.is_empty() && self.random.bool() {
            // The two versions are compared by their shared variables.
            text += "  seen = l0 + 4 * l1;\n";
        }
        text += &match self.has(Kind::Result) {
            true => self.line("return (void *)(unsigned long)l0;", &format!("result_{name} = l0; return 0;")),
            false if self.random.u8(..8) == 0 => self.line("pthread_exit(0);", "return 0;"),
            false => "  return 0;\n".to_string(),
        };
        text += "}\n";
        if passes {
            for value in 0..2 {
                let starter = format!("void *{name}_{value}(void *unused) {{ return {name}({value}); }}");
                text += &format!("{}\n", self.twin("", &starter));
            }
        }
        text
    }

    /// The declarations of variables that are one for each thread in the plain program.
    fn variables_of_threads(&self) -> String {
        let mut text = String::new();
        if self.has(Kind::ThreadLocal) {
            text += &self.line("", "unsigned char own = 1;");
        }
        if self.has(Kind::Recursive) {
            text += &self.line("", "unsigned char mine = 0;");
        }
        text
    }

    /// Starts a thread.
    fn create(&mut self, handle: &str, function: &str) -> String {
        let value = self.random.u8(..2);
        let start = |function: &str, argument: &str| format!("pthread_create(&{handle}, 0, {function}, {argument});");
        let plain = start(&format!("{function}_{value}"), "0");
        if self.has(Kind::IntegerArgument) {
            self.twin(&start(function, &format!("(void *){value}")), &plain)
        } else if self.has(Kind::StructArgument) {
            self.twin(&start(function, &format!("&given[{value}]")), &plain)
        } else {
            start(function, "0")
        }
    }

    /// The function that starts the others.
    pub fn main(&mut self) -> String {
        self.function = "main";
        let mut text = "int main(void)\n{\n  pthread_t t, t0, t1;\n  unsigned char l0 = 0, l1 = 0;\n".to_string();
        text += &self.variables_of_threads();
        text += &self.preparations();
        let round = |condition: &str, create: String| format!("  while ({condition}) {create}\n");
        let any = "__VERIFIER_nondet_bool()";
        let mut joined = Vec::new();
        match self.random.u8(..4) {
            0 => {
                text += &format!("  {}\n", self.create("t0", "one"));
                text += &format!("  {}\n", self.create("t1", "two"));
                joined = vec![("t0", "one"), ("t1", "two")];
            }
            1 => {
                text += &format!("  {}\n", self.create("t1", "two"));
                text += &round(any, self.create("t", "one"));
                joined = vec![("t1", "two")];
            }
            2 => text += &round("1", self.create("t", "one")),
            _ => {
                text += &round(any, self.create("t", "one"));
                text += &round(any, self.create("t", "two"));
            }
        }
        for (handle, function) in joined {
            if self.random.bool() {
                text += &self.join(handle, function);
            }
        }
        text += &self.block(0, 3, 1);
        if self.has(Kind::LentLocal) {
            // The variable that others have must not end.
            text += "  __VERIFIER_assume(0);\n";
        }
        text + "  return 0;\n}\n"
    }

    fn join(&mut self, handle: &str, function: &str) -> String {
        match self.has(Kind::Result) {
            true => self.line(
                &format!("{{ void *r = 0; pthread_join({handle}, &r); l0 = (unsigned long)r; }}"),
                &format!("pthread_join({handle}, 0); l0 = result_{function};"),
            ),
            false => format!("  pthread_join({handle}, 0);\n"),
        }
    }

    /// The statements before other threads are started.
    fn preparations(&mut self) -> String {
        let mut text = String::new();
        if self.has(Kind::LentLocal) {
            text += &self.line("unsigned char x = 0; lent = &x;", "x = 0; lent = 1;");
        }
        if self.has(Kind::Heap) {
            text += &self.line("h = calloc(1, sizeof(struct cell));", "h = 1; live1 = 1;");
            if self.random.bool() {
                text += &self.line("h->next = calloc(1, sizeof(struct cell));", "n1 = 2; live2 = 1;");
            }
        }
        let first = self.random.u8(..3);
        if self.has(Kind::Semaphore) {
            text += &self.line(&format!("sem_init(&sem, 0, {first});"), &format!("sem = {first};"));
        }
        if self.has(Kind::Barrier) {
            text += &self.line("pthread_barrier_init(&barrier, 0, 2);", "expected = 2;");
        }
        text
    }
}
