"""Certificates of C programs: Z3 proves the C program safe with the predicates and states of the certificate."""
import copy
import json
import tempfile
from pathlib import Path

import c_listing
import c_obligations
import certificates
import commands
from damage import damaged
from table import Row


WAYS = ("live", "free", "claimed")  # how to take what the certificate does not say (c_obligations.py)


def judge(written, listing, seconds, ways=WAYS):
    """accepted if one of the ways to read the certificate is a proof; otherwise what the first way says."""
    first = None
    for unseen in ways:
        said = certificates.answer(*c_obligations.script(written, listing, unseen), seconds)
        if said[0] == "accepted":
            return said
        first = first or said
    return first


def compare(source, say):
    """Rows of the table."""
    row, harmed = Row("Z3: C proofs", "corpus and examples"), Row("Z3: C proofs", "damaged, corpus and examples")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.json"
        for file in commands.files(".c", folders=("examples/c", "tests/corpus/c")):
            expected, options = commands.expectation(file)
            if expected == "safe" and "race" not in options and "--threads" not in options:
                compare_file(file, options, path, source, row, harmed, say)
    return [row, harmed]


def compare_file(file, options, path, source, row, harmed, say):
    path.unlink(missing_ok=True)
    commands.check(file, *options, "--engine", "abstraction", "--write", f"certificate={path}", seconds=5)
    written = json.loads(path.read_text()) if path.exists() else {"evidence": {}}
    if "abstraction" not in written["evidence"]:
        row.left_out(file, "no proof by abstraction within 5 s", say)
        return
    try:
        listing = c_listing.read(commands.run([commands.UMPTEEN, "show", file, "--as", "program", *options], 20)[1])
        said, why = judge(written, listing, 40)
    except commands.Unreadable as reason:
        row.left_out(file, f"not read: {reason}", say)
        return
    row.count(file, said == "accepted", why, say, undecided=said == "undecided")
    abstraction, certificate = written["evidence"]["abstraction"]
    for what, other in damaged(certificate, source, 2):
        evidence = {"abstraction": [copy.deepcopy(abstraction), other]}
        try:
            certificates.compare_damaged(lambda ways: judge({**written, "evidence": evidence}, listing, 20, ways), file, options,
                                         written, what, evidence, path, harmed, say)
        except commands.Unreadable as reason:
            harmed.left_out(file, f"not read: {reason}", say)
