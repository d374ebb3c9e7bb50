// One lane for each thread, time downwards.

/** Of many steps, so many are drawn at either end, and around the selected one. */
const ENDS = 60, AROUND_SELECTED = 240;

/** Whether a step is drawn, by its place among those that are shown. */
const isDrawn = (place, shown, selected) =>
  place < ENDS || place >= shown.length - ENDS || Math.abs(place - selected) <= AROUND_SELECTED;

/** The lanes in order; those without a shown step only if asked for. */
const laneThreads = (shown) => {
  const moving = new Set(shown.flatMap((at) => steps[at].threads || []));
  const all = Array.from({ length: threadCount }, (_, at) => at + 1);
  const idle = all.filter((thread) => !moving.has(thread));
  if (!all.length) return { lanes: [0], idle };
  return { lanes: all.filter((thread) => moving.has(thread) || view.idle), idle };
};

const colour = (thread) => `t${(Math.max(thread, 1) - 1) % 8}`;

/** What a step does, in small tags below its action. */
const tags = (step) => {
  const made = [];
  const tag = (kind, ...text) => made.push(element('span', { class: `tag ${kind}` }, ...text));
  for (const event of step.events || []) {
    if (event.event === 'starts') tag('starts', `starts ${threadName(event.thread)}`);
    if (event.event === 'joins') tag('starts', event.threads.length === 1 ? `joins ${threadName(event.threads[0])}` : 'joins the others');
    if (event.event === 'locks') tag('lock', `takes ${event.object}`);
    if (event.event === 'unlocks') tag('lock', `gives back ${event.object}`);
    if (event.event === 'enters') tag('atomic', 'enters atomic section');
    if (event.event === 'leaves') tag('atomic', 'leaves atomic section');
  }
  const locks = new Set(['locks', 'unlocks'].flatMap((kind) => eventsOf(step, kind)).map((event) => event.object));
  for (const change of changesOf(step)) {
    if (locks.has(change.name) && !change.thread) continue;
    if (change.thread) tag('local', `${change.name} = ${change.new}`);
    else tag('shared', `${change.name} `, element('s', {}, change.old), ` ${change.new}`);
  }
  return made;
};

/** A step of several statements has one on each line. */
const statements = (action) => action.split('; ').flatMap((text, at) => {
  // A line that is too long is best broken after a parenthesis.
  const pieces = text.split(/(?<=\()/).flatMap((piece, at) => (at ? [element('wbr'), piece] : [piece]));
  return at ? [element('br'), ...pieces] : pieces;
});

const card = (step) => element('div', { class: `card ${colour(threadOf(step))}${fails(step) ? ' fails' : ''}` },
  element('div', { class: 'action' },
    statements(step.action || 'goes on'), ' ',
    step.line ? element('span', { class: 'place' }, `${step.file || ''}:${step.line}`) : ''),
  element('div', { class: 'tags' }, tags(step)));

/** The cell of a lane in the row of a step. */
const cell = (at, thread) => {
  const step = steps[at];
  const active = threadOf(step) === thread;
  const [before, after] = [statusBefore(at, thread), status[at][thread]];
  const held = after.held.length ? after.held : active ? before.held : [];
  const classes = ['cell'];
  if (held.length) classes.push('held');
  if (after.atomic || (active && before.atomic)) classes.push('inside');
  if (thread && (begins[thread] ?? -1) < at + (active ? 1 : 0)) classes.push(at > (ends[thread] ?? -1) ? 'over' : 'alive');
  const folded = view.folded.has(thread);
  const title = [held.length ? `${threadName(thread)} holds ${held.join(', ')}` : '', classes.includes('inside') ? 'atomic section' : '']
    .filter(Boolean).join('; ');
  const content = [];
  if (active) content.push(folded ? element('div', { class: `dot ${colour(thread)}` }) : card(step));
  else if ((step.threads || []).includes(thread)) content.push(element('div', { class: `dot ${colour(thread)}`, title: 'moves too' }));
  return element('div', { class: classes.join(' '), title: title || null, 'data-thread': thread }, content);
};

/** The whole pane. It is built anew when other steps are to be shown. */
const lanesPane = () => {
  const rows = element('div', { class: 'rows', role: 'listbox', tabindex: '0', 'aria-label': 'The steps of the run' });
  const idleNote = element('button', { class: 'chip', type: 'button', click: () => { view.idle = !view.idle; build(); } });
  const box = element('div', { class: 'lanes' }, rows);
  let drawnRows = new Map(), lanes = [];

  const header = () => element('div', { class: 'row names' }, element('div', { class: 'number' }),
    lanes.map((thread) => element('button', {
      class: `name ${colour(thread)}`, type: 'button', title: 'Fold or unfold this thread',
      click: () => { view.folded.has(thread) ? view.folded.delete(thread) : view.folded.add(thread); build(); },
    }, element('span', { class: 'swatch' }), view.folded.has(thread) ? shortName(thread) : threadName(thread))));

  const row = (number, content) => {
    const made = element('div', {
      class: 'row step', role: 'option', id: `step-${number}`, 'aria-selected': 'false', click: () => select(number),
    }, element('div', { class: 'number' }, String(number)), content);
    drawnRows.set(number, made);
    return made;
  };

  const build = () => {
    const shown = shownSteps();
    const found = laneThreads(shown);
    lanes = found.lanes;
    drawnRows = new Map();
    const start = element('div', { class: 'cell wide start' }, element('span', { class: 'word' }, 'start '), run.start || '');
    const made = [header(), row(0, [start])];
    const selected = shown.indexOf(view.step - 1);
    let hidden = 0;
    shown.forEach((at, place) => {
      if (!isDrawn(place, shown, selected)) {
        hidden += 1;
        return;
      }
      if (hidden) {
        const before = at;
        made.push(element('button', { class: 'gap', type: 'button', click: () => select(before) },
          `${count(hidden, 'more step')}: go there`));
        hidden = 0;
      }
      const step = steps[at];
      const wide = !threadOf(step) && threadCount;
      const content = wide ? [element('div', { class: 'cell wide' }, card(step))] : lanes.map((thread) => cell(at, thread));
      const line = row(at + 1, content);
      if (matches(at)) line.classList.add('match');
      if (fails(step)) line.classList.add('failing');
      made.push(line);
    });
    rows.style.setProperty('--columns', lanes.map((thread) => (view.folded.has(thread) ? '2.4em' : 'minmax(var(--lane), 1fr)')).join(' '));
    rows.replaceChildren(...made, arrows.layer);
    idleNote.hidden = !found.idle.length;
    idleNote.textContent = `${view.idle ? 'fold' : 'show'} ${count(found.idle.length, 'idle thread')}`;
    idleNote.title = found.idle.map(threadName).join(', ');
    mark(view.step);
    arrows.draw(rows, drawnRows);
  };

  const mark = (number) => {
    if (!drawnRows.has(number)) return build();
    for (const [other, made] of drawnRows) {
      made.setAttribute('aria-selected', String(other === number));
      made.classList.toggle('later', other > number);
    }
    rows.setAttribute('aria-activedescendant', `step-${number}`);
    arrows.mark(number);
    reveal(box, drawnRows.get(number));
  };
  followers.push(mark);
  new ResizeObserver(() => arrows.draw(rows, drawnRows)).observe(rows);
  return { box, build, idleNote };
};
