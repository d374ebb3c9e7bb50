// The report, the run in it, and what follows from the run: who holds what when, and which value comes from where.

const report = JSON.parse(document.getElementById('data').textContent);
const verdict = report.verdict;
const page = report.page || { sources: [], obligations: [] };

/** The run that the report tells: a failure, or what an UNKNOWN is about. */
const run = verdict.verdict === 'unsafe' ? verdict : report.run || null;
const steps = run ? run.steps : [];

/** What is looked at: the step (0 is the start), and which steps are shown. */
const view = { step: 0, why: false, all: false, query: '', folded: new Set(), idle: false };

/** Called with the step whenever another one is selected. */
const followers = [];

const threadOf = (step) => (step.threads && step.threads.length ? step.threads[0] : 0);
const threadCount = steps.reduce(
  (most, step) => Math.max(most, ...(step.threads || [0])), run && run.names ? run.names.length : 0);
const threadName = (thread) => (run.names && run.names[thread - 1]) || (thread ? `thread ${thread}` : 'system');

/** A letter or number for the margin: `m` for main, the number of a numbered name. */
const shortName = (thread) => {
  const name = threadName(thread);
  const number = name.match(/(\d+)$/);
  return number ? number[1] : name.slice(0, 1);
};

const eventsOf = (step, kind) => (step.events || []).filter((event) => event.event === kind);
const changesOf = (step) => step.changes || [];
const fails = (step) => eventsOf(step, 'fails').length > 0 || (verdict.verdict === 'unsafe' && step === steps[steps.length - 1]);
const hasWhy = steps.some((step) => step.needed);

/** For each step and thread: which locks it holds afterwards, and whether it is inside an atomic section. */
const status = (() => {
  const now = Array.from({ length: threadCount + 1 }, () => ({ held: [], atomic: false }));
  return steps.map((step) => {
    now[threadOf(step)] = { held: step.held || [], atomic: Boolean(step.atomic) };
    return now.slice();
  });
})();
const statusBefore = (at, thread) => (at > 0 ? status[at - 1][thread] : { held: [], atomic: false });

/** Where each thread begins (-1: it is there from the start, or nobody knows) and where its last step is. */
const begins = [], ends = [];
steps.forEach((step, at) => {
  for (const event of eventsOf(step, 'starts')) begins[event.thread] = at;
  for (const thread of step.threads || []) {
    begins[thread] ??= -1;
    ends[thread] = at;
  }
});

/** What connects steps of different threads, and for each step where the values that it reads come from. */
const links = [];
const origins = steps.map(() => []);
(() => {
  const writers = new Map(), releases = new Map(), lastOf = [];
  steps.forEach((step, at) => {
    const thread = threadOf(step);
    if (lastOf[thread] === undefined && begins[thread] >= 0) links.push({ kind: 'starts', from: begins[thread], to: at });
    for (const event of eventsOf(step, 'joins')) {
      for (const joined of event.threads) {
        if (lastOf[joined] !== undefined) links.push({ kind: 'joins', from: lastOf[joined], to: at });
      }
    }
    const locked = new Set();
    for (const event of eventsOf(step, 'locks')) {
      const from = releases.get(event.object);
      locked.add(event.object);
      if (from !== undefined && threadOf(steps[from]) !== thread) links.push({ kind: 'lock', from, to: at, what: event.object });
    }
    for (const event of eventsOf(step, 'unlocks')) releases.set(event.object, at);
    for (const name of step.read || []) {
      const from = writers.get(name);
      if (locked.has(name)) continue;
      origins[at].push({ name, from });
      if (from !== undefined && threadOf(steps[from]) !== thread) links.push({ kind: 'reads', from, to: at, what: name });
    }
    for (const name of step.written || []) writers.set(name, at);
    if (!step.silent) lastOf[thread] = at;
  });
})();

/** The steps that are shown, as indices. A selected one is shown in any case. */
const shownSteps = () => steps.map((_, at) => at).filter((at) => {
  const step = steps[at];
  if (at + 1 === view.step) return true;
  return view.why ? step.needed : view.all || !step.silent;
});

/** Everything about a step that a search looks at. */
const stepText = (step) => [
  step.action, step.state, ...(step.threads || []).map(threadName), `:${step.line}`,
  ...changesOf(step).map((change) => `${change.name} ${change.new}`), ...(step.held || []),
].join(' ').toLowerCase();
const matches = (at) => view.query !== '' && stepText(steps[at]).includes(view.query);

/** Selects a step; its number is kept in the address so that it can be linked to. */
const select = (number, keep = true) => {
  view.step = Math.max(0, Math.min(steps.length, number));
  if (keep) {
    try {
      history.replaceState(null, '', `#step=${view.step}`);
    } catch {
      // Some browsers refuse this for files; the address then stays as it is.
    }
  }
  followers.forEach((follow) => follow(view.step));
};

/** The next shown step in a direction. */
const move = (direction) => {
  const numbers = [0, ...shownSteps().map((at) => at + 1)];
  const next = direction > 0 ? numbers.find((number) => number > view.step) : numbers.findLast((number) => number < view.step);
  if (next !== undefined) select(next);
};

/** The next match of the search in a direction, around the end. */
const moveToMatch = (direction) => {
  const found = shownSteps().filter(matches).map((at) => at + 1);
  if (!found.length) return;
  const next = direction > 0 ? found.find((number) => number > view.step) : found.findLast((number) => number < view.step);
  select(next ?? (direction > 0 ? found[0] : found[found.length - 1]));
};

/** How the failure comes about: the sentences, whose steps can be followed. */
const storyPanel = () => {
  const story = run && run.story;
  if (!story) return '';
  const linked = (sentence) => sentence.split(/(step \d+)/).map((part, at) => {
    const number = Number(part.slice('step '.length));
    return at % 2 && number <= steps.length ? element('a', { href: `#step=${number}` }, part) : prose(part);
  });
  return element('p', { class: 'story' }, story.sentences.flatMap((sentence) => [...linked(sentence), ' ']));
};
