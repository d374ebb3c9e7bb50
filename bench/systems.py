"""Petri nets and thread systems that families generate, as files; and the register of the families."""

FAMILIES = {}


class Net:
    """A Petri net with a target; places appear when they are first named."""
    ending = ".spec"

    def __init__(self):
        self.initial, self.rules, self.target = {}, [], {}

    def start(self, **tokens):
        self.initial.update(tokens)

    def rule(self, take, give):
        """A transition that takes tokens and gives tokens; what it takes and gives back it only reads."""
        for place in (*take, *give):
            self.initial.setdefault(place, 0)
        effect = {place: give.get(place, 0) - take.get(place, 0) for place in {**take, **give}}
        if any(effect.values()):
            self.rules.append((take, {place: change for place, change in effect.items() if change}))

    def move(self, take, give, *read):
        """One token each from the places of `take` to those of `give`, if there is one in each of `read`."""
        count = lambda places: {place: places.count(place) for place in places}
        self.rule(count([*take, *read]), count([*give, *read]))

    def size(self):
        return {"places": len(self.initial), "transitions": len(self.rules), "target": sum(self.target.values())}

    def write(self, file):
        many = lambda counts, relation: ", ".join(f"{place} {relation} {number}" for place, number in counts.items())
        rules = [f"{many(take, '>=')} ->\n\t" + ",\n\t".join(f"{p}' = {p} {'+' if c > 0 else '-'} {abs(c)}" for p, c in effect.items()) + ";\n"
                 for take, effect in self.rules]
        file.write_text(f"vars\n{' '.join(self.initial)}\n\nrules\n{chr(10).join(rules)}\ninit\n{many(self.initial, '=')}\n\n"
                        f"target\n{many(self.target, '>=')}\n")


class Threads:
    """A thread system that starts with any number of threads in local state 0, and a target."""
    ending = ".tts"

    def __init__(self, shared, local):
        self.shared, self.local, self.edges, self.target = shared, local, [], (0, {})

    def edge(self, shared, local, shared_after, local_after, arrow="->"):
        self.edges.append(f"{shared} {local} {arrow} {shared_after} {local_after}")

    def size(self):
        edges = list(dict.fromkeys(self.edges))
        return {"places": self.shared + self.local, "transitions": len(edges), "target": 1 + sum(self.target[1].values())}

    def write(self, file):
        file.write_text(f"{self.shared} {self.local}\n" + "\n".join(dict.fromkeys(self.edges)) + "\n")
        locals = ",".join(f"{local}*{number}" if number > 1 else str(local) for local, number in self.target[1].items())
        file.with_suffix(".prop").write_text(f"{self.target[0]}|{locals}\n")


def family(**variants):
    """Registers a family: the verdict of each variant, and the sizes (keyword arguments) in the standard selection."""
    def register(function):
        FAMILIES[function.__name__] = (function, variants)
        return function
    return register
