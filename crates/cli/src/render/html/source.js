// The source files: with a cursor for each thread while a run is looked at, and with what holds where if there is a proof.

const WORDS = 'auto bool break case char const continue default do double else enum extern float for goto if inline int long ' +
  'register return short signed sizeof static struct switch typedef union unsigned void volatile while assert assume atomic_begin ' +
  'atomic_end begin decl end fi od skip then start_thread constrain dead non_blocking';
const TOKEN = new RegExp(
  '(?<comment>/\\*[^]*?\\*/|//[^\\n]*)|(?<text>"(?:\\\\.|[^"\\\\\\n])*"|\'(?:\\\\.|[^\'\\\\\\n])*\')|(?<macro>^[ \\t]*#[^\\n]*)' +
  `|(?<word>\\b(?:${WORDS.replaceAll(' ', '|')})\\b)|(?<digits>\\b\\d\\w*)`, 'gm');

/** Longer texts are shown plain, and larger ones only around the lines that matter. */
const MOST_COLOURED = 300000, MOST_LINES = 4000, AROUND = 60;

/** The lines of a text, each a list of strings and coloured words. */
const colouredLines = (name, text) => {
  if (!/\.(c|h|i|bp)$/.test(name) || text.length > MOST_COLOURED) return text.split('\n').map((line) => [line]);
  const lines = [[]];
  const add = (piece, kind) => piece.split('\n').forEach((part, at) => {
    if (at) lines.push([]);
    if (part) lines[lines.length - 1].push(kind ? element('span', { class: kind }, part) : part);
  });
  let done = 0;
  for (const found of text.matchAll(TOKEN)) {
    add(text.slice(done, found.index));
    add(found[0], Object.keys(found.groups).find((kind) => found.groups[kind] !== undefined));
    done = found.index + found[0].length;
  }
  add(text.slice(done));
  return lines;
};

/** Which file a step or a line is in; the first one if there is nothing else to go by. */
const fileOf = (path) => {
  const at = page.sources.findIndex((source) => source.name === path);
  return at >= 0 ? at : path ? -1 : 0;
};

const knownLines = (report.c && report.c.lines) || [];

/** How many threads may be at a line: a number, a kind, and words. */
const crowd = (known) => {
  const most = (known.threads || '').match(/^at most (\d+) threads$/);
  if (known.threads === 'no thread') return ['0', 'none', 'no thread gets here'];
  if (known.threads === 'at most one thread') return ['≤ 1', 'one', 'at most one thread at a time'];
  return most ? [`≤ ${most[1]}`, 'any', `at most ${most[1]} threads at a time`] : ['any', 'any', 'any number of threads'];
};

/** What a proof says about a line. */
const annotation = (known) => {
  const [number, kind, title] = crowd(known);
  return element('span', { class: 'known' }, element('span', { class: `many ${kind}`, title }, number),
    known.known.map((fact) => element('code', { class: 'fact' }, fact)));
};

const sourcePane = () => {
  const tabs = element('div', { class: 'tabs', role: 'tablist' });
  const box = element('div', { class: 'code', tabindex: '0', 'aria-label': 'Source text' });
  const files = page.sources.map((source, file) => {
    const mentioned = new Set([
      ...steps.filter((step) => fileOf(step.path) === file).flatMap((step) => [step.line, ...(step.lines || [])]),
      ...knownLines.filter((known) => fileOf(known.file) === file).map((known) => known.line),
    ]);
    const texts = colouredLines(source.name, source.text);
    if (!texts[texts.length - 1].join('')) texts.pop(); // after the last line feed
    const all = texts.length <= MOST_LINES;
    const near = (line) => all || [...mentioned].some((other) => Math.abs(other - line) <= AROUND);
    const lines = new Map();
    const made = [];
    texts.forEach((text, at) => {
      if (!near(at + 1)) {
        const begins = !made.length || !made[made.length - 1].classList.contains('left-out');
        if (begins) made.push(element('div', { class: 'line left-out' }, '⋯'));
        return;
      }
      const cursors = element('span', { class: 'cursors' });
      const known = knownLines.find((known) => known.line === at + 1 && fileOf(known.file) === file);
      const line = element('div', { class: 'line' }, cursors, element('span', { class: 'at' }, String(at + 1)),
        element('span', { class: 'text' }, text), known ? annotation(known) : '');
      if (known && known.threads === 'no thread') line.classList.add('dead');
      if (mentioned.has(at + 1) && steps.length) {
        line.classList.add('visited');
        line.addEventListener('click', () => {
          const isHere = (step) => fileOf(step.path) === file && [step.line, ...(step.lines || [])].includes(lineOf(line));
          const here = shownSteps().filter((at) => isHere(steps[at])).map((at) => at + 1);
          if (here.length) select(here.find((number) => number > view.step) ?? here[0]);
        });
      }
      line.dataset.line = at + 1;
      lines.set(at + 1, { line, cursors });
      made.push(line);
    });
    const tab = element('button', { class: 'tab', type: 'button', role: 'tab', title: source.name, click: () => open(file) },
      source.name.split('/').pop());
    return { made, lines, tab };
  });
  const lineOf = (line) => Number(line.dataset.line);
  let opened = -1;
  const open = (file) => {
    if (file === opened || !files[file]) return;
    opened = file;
    box.replaceChildren(...files[file].made);
    files.forEach(({ tab }, at) => tab.setAttribute('aria-selected', String(at === file)));
  };
  tabs.append(...files.map(({ tab }) => tab));
  tabs.hidden = files.length < 2;
  if (!files.length) box.append(element('p', { class: 'note' }, 'The source is not part of this report.'));
  open(0);

  /** Puts each thread's cursor where its last step was, and marks the line of the selected step. */
  const follow = (number) => {
    for (const { lines } of files) {
      for (const { line, cursors } of lines.values()) {
        if (cursors.firstChild) cursors.replaceChildren();
        line.classList.remove('here', 'fails', 'part-of-step');
      }
    }
    const places = new Map();
    steps.slice(0, number).forEach((step) => { if (step.line) places.set(threadOf(step), step); });
    for (const [thread, step] of places) {
      const found = files[fileOf(step.path)]?.lines.get(step.line);
      const title = `${threadName(thread)} was here last`;
      found?.cursors.append(element('span', { class: `cursor ${colour(thread)}`, title }, shortName(thread)));
    }
    const step = steps[number - 1];
    if (!step || !step.line) return;
    open(fileOf(step.path));
    const found = files[fileOf(step.path)]?.lines.get(step.line);
    if (!found) return;
    for (const line of step.lines || []) files[fileOf(step.path)].lines.get(line)?.line.classList.add('part-of-step');
    found.line.classList.add('here');
    if (fails(step)) found.line.classList.add('fails');
    reveal(box, files[fileOf(step.path)].lines.get((step.lines || [])[0])?.line);
    reveal(box, found.line);
  };
  if (run) followers.push(follow);
  return element('div', { class: 'source' }, tabs, box);
};
