//! `recheck`: a certificate, checked again.

use crate::args::Recheck;
use crate::exit;
use crate::process::supervise::Reply;
use umpteen::explain::assumptions::sorted;
use umpteen::explain::words::names;
use umpteen::failure::Failure;
use umpteen::recheck::{Claim, Rejected, asked_with};

/// Checks a certificate against the files it is about.
pub fn recheck(options: &Recheck) -> Result<Reply, Failure> {
    let Recheck { files, certificate, meaning, .. } = options;
    Ok(match umpteen::recheck(files, certificate, &meaning.plain())? {
        Err(rejection) => rejected(&rejection),
        Ok(claim) => Reply::Printed(accepted(options, &claim), exit::OK),
    })
}

fn accepted(options: &Recheck, claim: &Claim) -> String {
    let restrictions = claim.caveats.iter().filter_map(|caveat| caveat.first_line.as_ref());
    let scope = restrictions.fold(claim.unit.scope(claim.scope), |all, one| all + ", " + one);
    let asked = asked_with(&claim.meaning);
    let told = match options.files.as_slice() {
        [program, system] if claim.by_refinement => {
            format!("{} is SAFE {scope}, as {} is{asked}", program.display(), system.display())
        }
        files => format!("{} is SAFE {scope}{asked}", names(files)),
    };
    let assumptions = claim.assumes.as_ref().map(|all| sorted(all));
    let assumptions = assumptions.into_iter().flat_map(|all| [("assumes", all.matter), ("as usual", all.usual)]);
    let line = |(word, all): (&str, Vec<String>)| (!all.is_empty()).then(|| format!("{word:<8} {}\n", all.join("; ")));
    let assumes: String = assumptions.filter_map(line).collect();
    format!("ACCEPTED  {told}\n{assumes}")
}

/// The answer to evidence that was not accepted.
pub fn rejected(rejection: &Rejected) -> Reply {
    Reply::Printed(format!("REJECTED  {}\n", rejection.0), exit::REJECTED)
}
