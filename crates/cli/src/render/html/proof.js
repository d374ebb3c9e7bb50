// What is said about a proof, about an answer that was not found, and about how it came about.

const scopeInWords = (scope) => {
  const unit = report.unit === 'token' ? 'tokens' : 'threads';
  if (scope === 'any-number') return `for any number of ${unit}`;
  if (scope === 'as-created') return unit === 'tokens' ? 'from its initial marking' : 'for all threads that are created';
  return `for at most ${scope['at-most']} ${unit}`;
};

/** What a SAFE does not say although it may seem to. */
const caveats = () => (report.c || {}).caveats || [];

/** The verdict in one word and one line. */
const headline = () => {
  if (verdict.verdict === 'safe') return ['SAFE', [scopeInWords(verdict.scope), ...caveats().map((caveat) => caveat.first_line)].filter(Boolean).join(', ')];
  if (verdict.verdict === 'unknown') return ['UNKNOWN', verdict.reason];
  const number = count(verdict.threads, report.unit === 'token' ? 'token' : 'thread');
  return ['UNSAFE', `${verdict.what} ${report.unit === 'token' ? 'from' : 'with'} ${number}`];
};

/** Words with what they stand for. */
const facts = (...rows) => element('dl', {}, rows.filter(([, value]) => value)
  .flatMap(([word, value]) => [element('dt', {}, word), element('dd', {}, typeof value === 'string' ? prose(value) : value)]));

const list = (texts) => element('ul', {}, texts.map((text) => element('li', {}, prose(text))));

/** A list that is opened by hand if it is long. */
const folded = (texts) => {
  if (!texts.length) return '';
  const title = `${count(texts.length, 'fact')} about all threads, proved first`;
  return element('details', { open: texts.length <= 4 ? '' : null }, element('summary', {}, title), list(texts));
};

/** The answer about each property, where several were asked. */
const answers = () => {
  const all = report.properties || [];
  const place = ({ at }) => at ? ` (${at.file}:${at.line})` : '';
  return all.length ? list(all.map((one) => `${one.property}: ${one.verdict.toUpperCase()} ${one.words}${place(one)}`)) : '';
};

/** What the verdict says beyond its headline. */
const verdictPanel = () => {
  const about = report.c || {};
  const rows = [];
  if (verdict.verdict === 'safe') rows.push(...caveats().map((caveat) => ['warning', caveat.text]), ['why', verdict.why]);
  if (verdict.verdict === 'unknown') rows.push(['tried', page.tried], ['known', verdict.known], ['try', verdict.hint]);
  rows.push(['properties', answers()]);
  rows.push(['covers', about.covers], ['relies on', folded(about.facts || [])]);
  if (report.asked) rows.push(['asked', report.asked]);
  if (report.expected) rows.push(['expected', `${report.expected.holds ? 'true (SAFE)' : 'false (UNSAFE)'}, by ${report.expected.by}`]);
  const usual = page.usual || [], matter = (about.assumes || []).filter((text) => !usual.includes(text));
  rows.push(['assumes', matter.length ? list(matter) : '']);
  rows.push(['as usual', usual.length ? element('span', { class: 'note' }, list(usual)) : '']);
  if (!rows.some(([, value]) => value)) return '';
  const title = { safe: 'The proof', unsafe: 'The verdict', unknown: 'What is known' }[verdict.verdict];
  return section(title, 'verdict', facts(...rows));
};

/** What the checker has shown, with ticks. */
const obligationsPanel = () => {
  if (!page.obligations.length) return '';
  const shown = page.obligations.map((text) => element('li', {}, prose(text)));
  return section('Checked independently', 'obligations', element('ol', { class: 'ticks' }, shown),
    element('p', { class: 'note' }, `By code that shares nothing with the search, in ${report.seconds.check.toFixed(2)} s.`));
};

/** The source with what the proof knows. */
const linesPanel = () => {
  const everywhere = knownLines.find((known) => known.line === 0);
  const counts = new Map(knownLines.filter((known) => known.line).map((known) => [crowd(known)[0], crowd(known)]));
  const key = ([number, kind, text]) => element('span', { class: 'key' }, element('span', { class: `many ${kind}` }, number), text);
  const legend = element('div', { class: 'legend' }, [...counts.values()].map(key),
    element('span', {}, 'No thread stops at a line without a mark: it is executed in one step with what comes before.'));
  const note = knownLines.length
    ? [legend, everywhere ? element('p', {}, 'Everywhere: ', everywhere.known.map((fact) => element('code', { class: 'fact' }, fact))) : '']
    : verdict.verdict === 'safe' && report.c
      ? [element('p', { class: 'note' }, 'This kind of proof says nothing about single lines.')] : [];
  const title = knownLines.length ? 'What holds when a thread is about to execute a line' : 'Source';
  const made = section(title, 'source', ...note, sourcePane());
  made.classList.toggle('annotated', knownLines.length > 0);
  return made;
};

/** The parts of the time as one bar. */
const timeBar = (seconds) => {
  const parts = Object.entries(seconds).filter(([, value]) => value > 0);
  const total = parts.reduce((sum, [, value]) => sum + value, 0);
  if (!total) return '';
  const words = ([name, value]) => `${name} ${value.toFixed(2)} s`;
  const bar = element('div', { class: 'bar', role: 'img', 'aria-label': parts.map(words).join(', ') });
  parts.forEach((entry, at) => {
    const part = element('span', { class: `part t${at}`, title: words(entry) });
    part.style.flexGrow = entry[1] / total;
    bar.append(part);
  });
  const keys = parts.map((entry, at) => element('span', { class: `key t${at}` }, element('span', { class: 'swatch' }), words(entry)));
  return element('div', {}, bar, element('div', { class: 'legend' }, keys));
};

/** One round of abstraction refinement: `4: 3 predicates, 2 clauses: a false failure after 5 steps: tracks x == 1`. */
const roundItem = (text) => {
  const [number, size, ...result] = text.split(': ');
  const words = result.join(': ');
  const kind = words.startsWith('proved') ? 'good' : words.includes('real') ? 'bad' : '';
  const [what, learned] = words.split(': tracks ');
  const tracked = (learned || '').split(', ').map((fact) => element('code', { class: 'fact' }, fact));
  return element('li', { class: kind }, element('span', { class: 'round' }, number), element('div', {},
    element('div', {}, what), learned ? element('div', { class: 'learned' }, 'tracks ', tracked) : '', element('div', { class: 'note' }, size)));
};

/** How the answer was found. */
const howPanel = () => {
  const about = report.c || {}, work = report.work, statistics = about.statistics;
  const parts = [], isUnknown = verdict.verdict === 'unknown';
  if ((about.rounds || []).length) parts.push(element('ol', { class: 'rounds' }, about.rounds.map(roundItem)));
  const epoch = (text, at) => element('li', {}, element('span', { class: 'round' }, String(at + 1)), element('div', {}, text));
  if ((work.epochs || []).length) parts.push(element('ol', { class: 'rounds' }, work.epochs.map(epoch)));
  if (statistics) parts.push(timeBar(statistics.seconds));
  const names = {
    cegar: 'abstraction refinement', explore: 'exploration: all states with few threads, one by one',
    killed: 'killed',
  };
  const tracked = statistics && `${statistics.local} local, ${statistics.mixed} mixed and ${statistics.shared} shared predicates; ` +
    `${count(statistics.clauses, 'clause')} learned`;
  const inRounds = statistics && `${count(statistics.states, 'state')} in ${count(statistics.rounds, 'round')}`;
  const explored = inRounds || (work.explored ? count(work.explored, 'state') : '');
  const checking = isUnknown ? '' : `, of which ${report.seconds.check.toFixed(2)} s for checking the answer`;
  const paths = work.paths ? `${work.paths.loop_free} loop-free, ${work.paths.simple} simple, ${work.paths.spaghetti} spaghetti` : '';
  parts.push(facts(['engine', names[report.engine] || report.engine], ['tracked', tracked || ''], ['explored', explored], ['paths', paths],
    ['time', `${report.seconds.total.toFixed(2)} s${checking}`]));
  return section(isUnknown ? 'How far it got' : 'How it was found', 'how', ...parts);
};
