"""Thread systems and nets as Promela models.

A thread system becomes one process for each thread, whose local state stands in an array so that others can see and
move it. How many threads there may be (`bound`) is chosen first, so that one model answers for every number up to `most`:
whenever a target is covered, the verifier prints `REACHED bound`. A net becomes one process over its places; there the
bound is on the tokens at a time.
"""

HEAD = """c_decl {
static char told[256];
static void tell(int bound) { if (!told[bound]) { told[bound] = 1; printf("REACHED %d\\n", bound); } }
}
byte bound;
"""


def choose_bound(most):
    return "if " + " ".join(f":: bound = {one}" for one in range(1, most + 1)) + " fi;"


def threads(system, most):
    """The model of a thread system with 1 to `most` threads."""
    covered = " || ".join(covers(shared, counts, most) for shared, counts in system.targets)
    lines = [HEAD, f"byte shared; byte at[{most}] = 255; byte started; byte next;",
             f"inline look() {{ if :: {covered} -> c_code {{ tell(now.bound); }} :: else fi }}",
             "inline add(where) { at[started] = where; started++ }",
             "proctype thread(byte me) {", "  do"]
    lines += [f"  :: atomic {{ {edge_step(edge, most)} look() }}" for edge in system.steps]
    lines += ["  :: false", "  od", "}", "init { atomic {", f"  {choose_bound(most)}", "  if"]
    for shared, counts in system.starts:
        lines.append(f"  :: shared = {shared};")
        for local, (least, more) in counts.items():
            lines += [f"     started < bound; add({local});"] * least
            if more:
                lines.append(f"     do :: started < bound -> add({local}) :: break od;")
    # They run only when all are there: a start with too many threads blocks, and must not have begun.
    lines += ["  fi;", "  look();",
              "  do :: next < started -> run thread(next); next++ :: else -> break od", "} }"]
    return "\n".join(lines) + "\n"


def covers(shared, counts, most):
    parts = [] if shared is None else [f"shared == {shared}"]
    for local, least in counts.items():
        parts.append("(" + " + ".join(f"(at[{one}] == {local})" for one in range(most)) + f") >= {least}")
    return "(" + " && ".join(parts or ["true"]) + ")"


def edge_step(edge, most):
    """The statements of a step, the first of which says when it is possible."""
    asked = [f"shared == {edge.shared}", f"at[me] == {edge.local}"]
    if edge.creates:
        asked.append("started < bound")
    if edge.witness is not None:
        asked.append("(" + " || ".join(f"(me != {one} && at[{one}] == {edge.witness})" for one in range(most)) + ")")
    text = " && ".join(asked) + f" -> shared = {edge.shared_after}; "
    move = lambda one, source, destination: f":: me != {one} && at[{one}] == {source} -> at[{one}] = {destination}"
    if edge.passive == "all":
        for one in range(most):
            text += "if " + " ".join(move(one, *pair) for pair in edge.moves) + " :: else fi; "
    elif edge.passive == "one":
        text += "if " + " ".join(move(one, *pair) for pair in edge.moves for one in range(most)) + " :: else fi; "
    return text + (f"add({edge.local_after}); run thread(started - 1);" if edge.creates else f"at[me] = {edge.local_after};")


def net(system, most):
    """The model of a net with at most 1 to `most` tokens at a time."""
    places = range(len(system.names))
    everything = " + ".join(f"p[{place}]" for place in places)
    covered = " || ".join(
        "(" + " && ".join([f"p[{place}] >= {least}" for place, least in counts.items()] or ["true"]) + ")"
        for _, counts in system.targets)
    lines = [HEAD, f"short p[{len(system.names)}];",
             f"inline look() {{ if :: {covered} -> c_code {{ tell(now.bound); }} :: else fi }}", "init {"]
    lines += [f"  short n{place};" for place in places]
    lines.append(f"  atomic {{ {choose_bound(most)}")
    (_, start), = system.starts
    for place, (least, more) in start.items():
        lines.append(f"  p[{place}] = {least};")
        if more:
            lines.append(f"  do :: {everything} < bound -> p[{place}]++ :: break od;")
    lines += [f"  {everything} <= bound; look() }};", "  do"]
    for rule in system.steps:
        after = {place: summed(*rule.updates[place]) if place in rule.updates else f"p[{place}]" for place in places}
        asked = [f"p[{place}] >= {least}" for place, least in rule.guards.items()]
        asked += [f"({after[place]}) >= 0" for place in rule.updates]
        asked.append(f"({' + '.join(f'({value})' for value in after.values())}) <= bound")
        text = " ".join(f"n{place} = {after[place]};" for place in rule.updates)
        text += " ".join(f" p[{place}] = n{place}; n{place} = 0;" for place in rule.updates)
        lines.append(f"  :: atomic {{ {' && '.join(asked)} -> {text} look() }}")
    return "\n".join([*lines, "  :: false", "  od", "}"]) + "\n"


def summed(constant, factors):
    return " + ".join([f"({factor}) * p[{place}]" for place, factor in factors.items()] + [f"({constant})"])
