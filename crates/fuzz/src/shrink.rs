//! Makes a failing case smaller while it still fails.

use umpteen_frontends::Model;
use umpteen_model::system::Passive;

/// The smallest model found, by removing parts one at a time, that `fails` still holds for.
pub fn shrink(model: &Model, fails: &dyn Fn(&Model) -> bool) -> Model {
    let mut smallest = model.clone();
    while let Some(smaller) = candidates(&smallest).into_iter().find(fails) {
        smallest = smaller;
    }
    smallest
}

/// The smallest text found, by removing lines one at a time, that `fails` still holds for.
pub fn shrink_lines(text: &str, fails: &dyn Fn(&str) -> bool) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut at = 0;
    while at < lines.len() {
        let mut fewer = lines.clone();
        fewer.remove(at);
        if fails(&(fewer.join("\n") + "\n")) {
            lines = fewer;
            at = 0;
        } else {
            at += 1;
        }
    }
    lines.join("\n") + "\n"
}

/// Every model with one part less.
fn candidates(model: &Model) -> Vec<Model> {
    let mut found = Vec::new();
    let mut without = |change: &mut dyn FnMut(&mut Model)| {
        let mut smaller = model.clone();
        change(&mut smaller);
        found.push(smaller);
    };
    match model {
        Model::Threads(system) => {
            for at in 0..system.edges.len() {
                without(&mut |model| threads(model).edges.drain(at..=at).for_each(drop));
                if system.edges[at].passive != Passive::Stay {
                    without(&mut |model| threads(model).edges[at].passive = Passive::Stay);
                }
                if system.edges[at].witness.is_some() {
                    without(&mut |model| threads(model).edges[at].witness = None);
                }
            }
            for at in 0..system.targets.len() {
                without(&mut |model| threads(model).targets.drain(at..=at).for_each(drop));
            }
            for at in 0..system.initial.len() {
                if system.initial.len() > 1 {
                    without(&mut |model| threads(model).initial.drain(at..=at).for_each(drop));
                }
            }
        }
        Model::Net(net) => {
            for at in 0..net.transitions.len() {
                without(&mut |model| self::net(model).transitions.drain(at..=at).for_each(drop));
                if !net.transitions[at].transfers.is_empty() {
                    without(&mut |model| self::net(model).transitions[at].transfers.clear());
                }
            }
            for at in 0..net.targets.len() {
                without(&mut |model| self::net(model).targets.drain(at..=at).for_each(drop));
            }
            for at in 0..net.invariants.len() {
                without(&mut |model| self::net(model).invariants.drain(at..=at).for_each(drop));
            }
        }
    }
    found.retain(Model::has_target);
    found
}

fn threads(model: &mut Model) -> &mut umpteen_model::thread_system::ThreadSystem {
    match model {
        Model::Threads(system) => system,
        Model::Net(_) => unreachable!("candidates keep the kind of model"),
    }
}

fn net(model: &mut Model) -> &mut umpteen_model::petri_net::PetriNet {
    match model {
        Model::Net(net) => net,
        Model::Threads(_) => unreachable!("candidates keep the kind of model"),
    }
}
