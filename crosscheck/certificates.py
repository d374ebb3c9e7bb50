"""Certificates of thread systems and nets, re-proved by Z3 from the forward step, and damaged ones, which it must refuse."""
import json
import random
import tempfile
from pathlib import Path

import c_certificates
import commands
import obligations
import systems
from damage import damaged
from random_systems import write_all
from table import Row

STRICTER = "recheck refuses what Z3 proves: it asks more of a certificate than that its set of states is a proof"
ENGINES = (["--engine", "auto"], ["--engine", "backward"], ["--engine", "backward", "--oracle", "off"],
           ["--engine", "karp_miller"], ["--engine", "both"], ["--engine", "pathwise"], ["--threads", "4"])


def judge(system, certificate, seconds):
    """accepted, refused (with the first obligation that fails), or undecided."""
    return answer(*obligations.script(system, certificate), seconds)


def answer(names, text, seconds):
    """What Z3 says to queries that must have no solution."""
    code, said = commands.run(["z3", "-in"], seconds, text=text)
    answers = said.split()
    if code is None or len(answers) != len(names) or any(answer not in ("sat", "unsat") for answer in answers):
        return "undecided", f"{len(answers)} of {len(names)} answers"
    failed = [name for name, answer in zip(names, answers) if answer == "sat"]
    return ("refused", failed[0]) if failed else ("accepted", f"{len(names)} queries")


def cases(folder, count, seed, suites):
    """Files with their options, by where they come from."""
    for file in commands.files(".tts", ".spec"):
        expected, options = commands.expectation(file)
        if expected in ("safe", "unsafe"):
            yield "corpus and examples", file, options
    for file, options in write_all(folder, count, seed):
        yield "random systems", file, options
    found = [path for path in sorted(Path(suites).rglob("*")) if path.suffix in (".tts", ".spec")] if suites else []
    for file in found:
        if file.stat().st_size < 12_000 and (file.suffix == ".spec" or file.with_suffix(".prop").exists()):
            yield "public suites", file, []


def compare(count, seed, suites, say):
    """Rows of the table: certificates as written, and damaged."""
    source, rows = random.Random(seed), {}
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for origin, file, options in cases(folder, count, seed, suites):
            row = rows.setdefault(origin, Row("Z3: certificates", origin))
            harmed = rows.setdefault(f"damaged, {origin}", Row("Z3: certificates", f"damaged, {origin}"))
            try:
                system = systems.read(file, commands.option(options, "--init"), commands.option(options, "--target"))
            except commands.Unreadable as reason:
                row.left_out(file, f"not read: {reason}", say)
                continue
            seen = set()
            for engine in ENGINES[:1] if origin == "public suites" else ENGINES:
                path = folder / "certificate.json"
                path.unlink(missing_ok=True)
                commands.check(file, *options, *engine, "--write", f"certificate={path}")
                if not path.exists() or path.read_text() in seen:
                    continue  # unsafe, unknown, not for this engine, or the proof of another engine again
                seen.add(path.read_text())
                written = json.loads(path.read_text())
                certificate = written["evidence"]["certificate"]
                said, why = judge(system, certificate, 60)
                row.count(f"{file} {' '.join(options + engine)} ({certificate['kind']})", said == "accepted", why, say,
                          undecided=said == "undecided")
                for what, other in damaged(certificate, source):
                    compare_damaged(lambda _: judge(system, other, 30), file, options, written, what, {"certificate": other},
                                    path, harmed, say)
    return list(rows.values()) + c_certificates.compare(source, say)


def compare_damaged(judged, file, options, written, what, evidence, path, row, say):
    """Z3 and `umpteen recheck` on a damaged certificate. The checker may be the stricter one, never the other way."""
    path.write_text(json.dumps({**written, "evidence": evidence}))
    code, text = commands.run([commands.UMPTEEN, "recheck", file, *options, "--certificate", path], 30)
    # What both refuse need not be read in all ways that there are to read it.
    said, why = judged(c_certificates.WAYS if code == 0 else c_certificates.WAYS[:1])
    case = f"{file} {' '.join(options)}: {what}"
    if code not in (0, 3) or said == "undecided":
        row.count(case, False, f"recheck {code}, Z3 {said}: {text[-200:]}", say, undecided=said == "undecided")
    elif (code == 0) == (said == "accepted"):
        row.count(case, True, why, say)
        row.note("both refuse" if code else "both accept")
    elif code == 3:
        row.explained(case, STRICTER, say)
    else:
        row.count(case, False, f"recheck accepts, Z3 refuses: {why}", say)
