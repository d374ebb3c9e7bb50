"""Small random thread systems and nets with all step kinds, as text; another generator than that of umpteen-fuzz."""
import random


def write_all(folder, count, seed):
    """Writes `count` random systems into a folder; yields each file with the options that go with it."""
    for number in range(count):
        source = random.Random(f"{seed}/{number}")
        yield (write_net if number % 3 == 2 else write_threads)(folder / f"random{number}", source)


def write_threads(path, source):
    shared, local = source.randint(1, 4), source.randint(2, 5)
    pair = lambda: f"{source.randrange(shared)} {source.randrange(local)}"
    lines = [f"{shared} {local}", f"0 0 -> {pair()}"]
    for _ in range(source.randint(2, 9)):
        kind = source.random()
        line = f"{pair()} {'+>' if kind < 0.15 else '->'} {pair()}"
        if 0.15 <= kind < 0.3 or source.random() < 0.05:
            line += f" ? {source.randrange(local)}"
        if 0.3 <= kind < 0.55 or source.random() < 0.05:
            sources = source.sample(range(local), source.randint(1, min(2, local)))
            moves = ", ".join(f"{one} ~> {source.randrange(local)}" for one in sources)
            line += f" : {'one ' if source.random() < 0.5 else ''}{moves}"
        lines.append(line)
    path.with_suffix(".tts").write_text("\n".join(lines) + "\n")
    targets = []
    for _ in range(source.randint(1, 2)):
        wanted = source.choice(["*", *map(str, range(shared)), *map(str, range(shared))])
        threads = [source.randrange(local) for _ in range(source.randint(1, 4))]
        targets.append(f"{wanted}|" + ",".join(f"{one}*{threads.count(one)}" for one in sorted(set(threads))))
    path.with_suffix(".prop").write_text("\n".join(targets) + "\n")
    options = []
    if source.random() < 0.5:
        starts = []
        for _ in range(source.randint(1, 2)):
            counts = [f"{one}*{source.choice(['1', '2', 'any', '1+', '2+'])}"
                      for one in sorted(source.sample(range(local), source.randint(1, 2)))]
            starts.append(f"{source.randrange(shared)}|{','.join(counts)}")
        options = ["--init", ";".join(starts)]
    return path.with_suffix(".tts"), options


def write_net(path, source):
    places = [f"p{number}" for number in range(source.randint(2, 5))]
    rules = []
    for _ in range(source.randint(2, 6)):
        guards = {place: source.choice([0, 1, 1, 2]) for place in source.sample(places, source.randint(1, 2))}
        updates = {}
        for place in source.sample(places, source.randint(1, len(places))):
            lost = source.randint(0, guards.get(place, 0))
            change = source.choice([0, 0, 1, 1, 2]) - lost
            if change:
                updates[place] = f"{place} {'-' if change < 0 else '+'} {abs(change)}"
        kind = source.random()
        emptied = source.choice(places)
        if kind < 0.3:
            updates[emptied] = "0"  # a reset, or with a place that receives them, a transfer
            others = [place for place in places if place != emptied]
            if kind < 0.2 and others:
                receiver = source.choice(others)
                updates[receiver] = f"{updates.get(receiver, receiver)} + {emptied}"
        if updates:
            guard = ", ".join(f"{place} >= {amount}" for place, amount in guards.items())
            rules.append(f"  {guard} -> {', '.join(f'{place}{chr(39)} = {value}' for place, value in updates.items())};")
    start = ", ".join(f"{place} {source.choice(['=', '=', '=', '>='])} {source.randint(0, 2)}" for place in places)
    targets = []
    for _ in range(source.randint(1, 2)):
        chosen = source.sample(places, source.randint(1, 2))
        targets.append("  " + ", ".join(f"{place} >= {source.randint(1, 3)}" for place in chosen))
    text = ["vars " + " ".join(places), "rules", *rules, "init " + start, "target", *targets]
    path.with_suffix(".spec").write_text("\n".join(text) + "\n")
    return path.with_suffix(".spec"), []
