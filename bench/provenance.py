"""The family of nets like those of message-passing applications."""
from random import Random
from systems import Net, family


@family(flow=("unsafe", [dict(size=2), dict(size=5), dict(size=10)]), cut=("safe", [dict(size=2), dict(size=5), dict(size=10)]),
        lock=("safe", [dict(size=2), dict(size=5), dict(size=10)]), no_lock=("unsafe", [dict(size=2), dict(size=5), dict(size=10)]),
        approval=("safe", [dict(size=2), dict(size=5), dict(size=10)]), capability=("safe", [dict(size=2), dict(size=5), dict(size=10)]))
def provenance(variant, size=10, width=12, target=1, seed=1):
    """Where values of a message-passing application may flow: `size` processes with 20 locations and 5 variables each that hold one
    of `width` values, channels that count messages by value, and random receiving, copying, sending and setting. The
    last value is secret: at first only variable 0 of process 0 holds it, and no action makes it. With 10 processes and 12 values:
    about 1,000 places and 30,000 transitions.

    flow: the secret gets to the last process, since each process receives it, copies it along its variables and sends it
      to the next; what else may happen does not take these steps away.
    cut: the same question, but nobody of the second half of the processes receives from a channel into which the first half
      sends, so that by induction the secret is only in places of the first half.
    lock: can the first and the last process be in their critical locations? Each enters with the secret in hand and takes the one lock,
      and gives it back when it leaves: lock + critical locations = 1 always.
    no_lock: the last process forgets to take the lock, so that both can be there: unsafe, after a long way.
    approval: the last process receives the secret only while `approved` is 1, and forgets it when approved goes back to 0. So it never
      holds the secret with approved = 0, though each alone is possible; no linear invariant over the places says so.
    capability: passing the secret on moves it. So there is at most one, and never one in the first and one in the last process.
    """
    net, random, locations, variables, secret = Net(), Random(seed), 20, 5, width - 1
    first_critical, last = locations - 3, size - 1
    location = lambda p, l: f"p{p}_l{l % locations}"
    variable = lambda p, x, v: f"p{p}_x{x}_v{v}"
    channel = lambda c, v: f"c{c}_v{v}"
    group = lambda p: variant == "cut" and p >= (size + 1) // 2
    for p in range(size):
        net.start(**{location(p, l): int(l == 0) for l in range(locations)})
        net.start(**{variable(p, x, v): int(v == (secret if p == x == 0 else 0)) for x in range(variables) for v in range(width)})

    def send(p, l, after, x, c, extra=()):
        for v in range(width):
            kept = 0 if variant == "capability" and v == secret else v
            net.move([location(p, l), variable(p, x, v)], [location(p, after), variable(p, x, kept), channel(c, v)], *extra)

    def receive(p, l, after, x, c, extra=()):
        for old in range(width):
            for v in range(width):
                net.move([location(p, l), variable(p, x, old), channel(c, v)], [location(p, after), variable(p, x, v)],
                         *(extra if v == secret else ()))

    def copy(p, l, after, x, y):
        for old in range(width):
            for v in range(width):
                kept = 0 if variant == "capability" and v == secret else v
                net.move([location(p, l), variable(p, x, old), variable(p, y, v)],
                         [location(p, after), variable(p, x, v), variable(p, y, kept)])

    def constant(p, l, after, x, v):
        for old in range(width):
            net.move([location(p, l), variable(p, x, old)], [location(p, after), variable(p, x, v)])

    # Channel p leads from process p - 1 to process p, channel size + p is one into which the group of p sends.
    def anything(p, l, after):
        here = [q for q in range(size) if group(q) == group(p)]
        kind, (x, y) = random.randrange(10), random.sample(range(variables), 2)
        if kind < 1:
            send(p, l, after, x, size + random.choice(here))
        elif kind < 2:
            constant(p, l, after, x, random.randrange(secret))
        elif kind < 5:
            receive(p, l, after, x, size + random.choice(here))
        else:
            copy(p, l, after, x, y)

    watched = variant == "approval"
    for p in range(size):
        if p > 0 and group(p) != group(p - 1):
            for v in range(secret):  # the world outside sends everything but the secret
                net.move([], [channel(p, v)], location(p, 0))
        if watched and p == last:
            approved = ["approved0", "approved1"]
            net.start(approved0=1, approved1=0)
            receive(p, 0, 1, 0, p, extra=approved[1:])
            net.move([location(p, 1)], [location(p, 0)])
            net.move([location(p, 0), approved[0]], [location(p, 0), approved[1]])
            for old in range(width):
                net.move([location(p, 0), approved[1], variable(p, 0, old)], [location(p, 0), approved[0], variable(p, 0, 0)])
            continue
        if p > 0:
            receive(p, 0, 1, 0, p)
        else:
            net.move([location(p, 0)], [location(p, 1)])
        for x in range(1, variables):
            copy(p, x, x + 1, x, x - 1)
        send(p, variables, variables + 1, variables - 1, p + 1 if p < last and group(p + 1) == group(p) else size + p)
        for l in range(variables + 1, first_critical - 1):
            anything(p, l, l + 1)
        for _ in range(9):
            anything(p, *random.sample(range(variables + 1, first_critical), 2))
        # A way round that needs no message and overwrites nothing: what the unsafe variants rely on.
        net.move([location(p, variables + 1)], [location(p, first_critical - 1)])
        net.move([location(p, first_critical - 1)], [location(p, 0)])
        takes = [] if variant == "no_lock" and p == last else ["lock"]
        net.move([location(p, first_critical - 1), *takes], [location(p, first_critical)], variable(p, 0, secret))
        net.move([location(p, first_critical)], [location(p, first_critical + 1)])
        anything(p, first_critical + 1, first_critical + 2)
        net.move([location(p, locations - 1)], [location(p, 0), *takes])
    net.start(lock=1)
    if variant in ("lock", "no_lock"):
        net.target = {location(0, locations - 2): 1, location(last, locations - 2): 1}
    elif watched:
        net.target = {variable(last, 0, secret): 1, "approved0": 1}
    elif variant == "capability":
        net.target = {variable(0, 0, secret): 1, variable(last, 0, secret): 1}
    else:
        net.target = {variable(last, variables - 1, secret): 1}
    return net
