"""Certificates of thread systems and nets, re-proved by Z3 from the forward step, and damaged ones, which it must refuse."""
import json
import random
import tempfile
from pathlib import Path

import commands
import obligations
import systems
from damage import damaged
from random_systems import write_all
from table import Row

ENGINES = (["--engine", "auto"], ["--engine", "backward"], ["--engine", "backward", "--oracle", "off"],
           ["--engine", "karp_miller"], ["--engine", "both"], ["--engine", "pathwise"], ["--threads", "4"])


def judge(system, certificate, seconds):
    """accepted, refused (with the first obligation that fails), or undecided."""
    names, text = obligations.script(system, certificate)
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
                    compare_damaged(system, file, options, written, what, other, path, harmed, say)
    return list(rows.values())


def compare_damaged(system, file, options, written, what, certificate, path, row, say):
    """Z3 and `umpteen recheck` on a damaged certificate. The checker may be the stricter one, never the other way."""
    path.write_text(json.dumps({**written, "evidence": {"certificate": certificate}}))
    code, text = commands.run([commands.UMPTEEN, "recheck", file, *options, "--certificate", path], 30)
    said, why = judge(system, certificate, 30)
    case = f"{file} {' '.join(options)}: {what}"
    if code not in (0, 3) or said == "undecided":
        row.count(case, False, f"recheck {code}, Z3 {said}: {text[-200:]}", say, undecided=said == "undecided")
    elif (code == 0) == (said == "accepted"):
        row.count(case, True, why, say)
        row.note("both refuse" if code else "both accept")
    elif code == 3:
        row.explained(case, "recheck refuses what Z3 proves: the checker looks at minimal states and weights one by one", say)
    else:
        row.count(case, False, f"recheck accepts, Z3 refuses: {why}", say)
