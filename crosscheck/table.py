"""What a comparison counted, and the table of all of them."""
from collections import Counter


class Row:
    """The counts of one comparison. Disagreements are kept with their reason; nothing is left out without being counted."""

    def __init__(self, part, cases):
        self.part, self.name = part, cases
        self.agree = self.undecided = 0
        self.reasons, self.skipped, self.notes, self.disagreements = Counter(), Counter(), Counter(), []

    def count(self, case, agrees, why, say, undecided=False):
        if undecided:
            self.undecided += 1
            say(f"undecided  {case}: {why}")
        elif agrees:
            self.agree += 1
        else:
            self.disagreements.append(f"{case}: {why}")
            say(f"DISAGREE   {case}: {why}")

    def explained(self, case, reason, say):
        self.reasons[reason] += 1
        say(f"explained  {case}: {reason}")

    def left_out(self, case, reason, say):
        self.skipped[reason] += 1
        say(f"left out   {case}: {reason}")

    def note(self, what):
        self.notes[what] += 1

    def numbers(self):
        explained = sum(self.reasons.values())
        cases = self.agree + explained + len(self.disagreements) + self.undecided
        return cases, self.agree, explained, len(self.disagreements), self.undecided, sum(self.skipped.values())


def show(rows):
    """The table as Markdown, and below it every reason, what was left out, and every disagreement."""
    lines = ["| comparison | on | cases | agree | explained | disagree | undecided | left out |",
             "|---|---|--:|--:|--:|--:|--:|--:|"]
    lines += [f"| {row.part} | {row.name} | " + " | ".join(map(str, row.numbers())) + " |" for row in rows]
    for row in rows:
        for title, counts in (("explained", row.reasons), ("left out", row.skipped), ("of these", row.notes)):
            lines += [f"{title}: {row.part}, {row.name}: {number} x {what}" for what, number in counts.most_common()]
        lines += [f"DISAGREE: {row.part}, {row.name}: {what}" for what in row.disagreements]
    return "\n".join(lines)
