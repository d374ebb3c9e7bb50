// Puts the page together, and listens to the keyboard.

const KEYS = [
  ['↓ j', 'next step'], ['↑ k', 'step before'], ['Home', 'the start'], ['End', 'the last step'],
  ['/', 'search'], ['n N', 'next or previous match'],
  ['w', 'why: only the steps that the failure depends on'], ['a', 'all steps, also those that only move on'], ['?', 'this list'],
];

const [word, line] = headline();
document.title = `${word}: ${report.file}`;
document.body.classList.add(verdict.verdict);

const help = element('dialog', { id: 'help', click: () => help.close() }, element('h2', {}, 'Keys'),
  element('dl', {}, KEYS.flatMap(([key, what]) => [element('dt', {}, element('kbd', {}, key)), element('dd', {}, what)])));

document.getElementById('head').append(
  element('div', { class: 'verdict' }, element('span', { class: 'badge' }, word), element('span', { class: 'headline' }, prose(line)),
    element('span', { class: 'file' }, report.file)),
  verdict.place ? element('p', { class: 'where' }, prose(verdict.place.replace('\n  --> ', ' at '))) : '',
  storyPanel());

const main = document.getElementById('main');

/** The view of a run: lanes on the left, the selected step, the source and the variables on the right. */
const workspace = () => {
  const lanes = lanesPane();
  const search = element('input', {
    id: 'search', type: 'search', placeholder: 'search  /', 'aria-label': 'Search the steps', autocomplete: 'off', spellcheck: 'false',
    input: () => { view.query = search.value.trim().toLowerCase(); lanes.build(); found(); },
    keydown: (event) => {
      if (event.key === 'Enter') moveToMatch(event.shiftKey ? -1 : 1);
      if (event.key === 'Escape') { search.value = ''; view.query = ''; lanes.build(); found(); search.blur(); }
      event.stopPropagation();
    },
  });
  const hits = element('output', { class: 'note', for: 'search' });
  const found = () => {
    const number = shownSteps().filter(matches).length;
    hits.textContent = !view.query ? '' : number === 1 ? '1 match' : `${number} matches`;
  };
  const toggle = (name, text, title, available) => {
    const button = element('button', {
      class: 'toggle', id: name, type: 'button', title, 'aria-pressed': 'false', disabled: available ? null : '', click: () => flip(),
    }, text);
    const flip = () => {
      if (!available) return;
      view[name] = !view[name];
      button.setAttribute('aria-pressed', String(view[name]));
      lanes.build();
      found();
    };
    return { button, flip };
  };
  const dependent = steps.filter((step) => step.needed).length;
  const why = toggle('why', hasWhy ? `why (${dependent})` : 'why', 'Only the steps that the failure depends on  (w)', hasWhy);
  const silent = steps.filter((step) => step.silent).length;
  const all = toggle('all', silent ? `all (+${silent})` : 'all', 'Also the steps that only move on  (a)', silent > 0);
  const go = (text, title, act) => element('button', { class: 'go', type: 'button', title, click: act }, text);
  const position = element('output', { class: 'position' });
  followers.push((number) => { position.textContent = `${number} / ${steps.length}`; });
  const toolbar = element('div', { class: 'toolbar' },
    element('div', { class: 'together' }, go('«', 'The start  (Home)', () => select(0)),
      go('‹', 'The step before  (↑)', () => move(-1)), position,
      go('›', 'The next step  (↓)', () => move(1)), go('»', 'The last step  (End)', () => select(steps.length))),
    why.button, all.button, lanes.idleNote, element('div', { class: 'together grow' }, search, hits),
    go('?', 'The keys  (?)', () => help.showModal()));
  const pane = (content) => (content ? element('section', { class: 'pane' }, content) : '');
  const made = element('div', { class: 'workspace', id: 'run' }, toolbar,
    element('section', { class: 'pane time' }, arrows.legend(), lanes.box),
    element('div', { class: 'side' }, pane(detailPane()), element('section', { class: 'pane grow' }, sourcePane()),
      pane(statePane())));
  main.append(made);

  const chosen = () => {
    const found = location.hash.match(/^#step=(\d+)$/);
    return found ? Math.min(Number(found[1]), steps.length) : steps.length;
  };
  view.step = chosen();
  lanes.build();
  select(view.step, false);
  addEventListener('hashchange', () => { if (chosen() !== view.step) select(chosen(), false); });

  const keys = {
    ArrowDown: () => move(1), j: () => move(1), ArrowRight: () => move(1),
    ArrowUp: () => move(-1), k: () => move(-1), ArrowLeft: () => move(-1),
    Home: () => select(0), End: () => select(steps.length), '/': () => search.focus(), n: () => moveToMatch(1), N: () => moveToMatch(-1),
    w: why.flip, a: all.flip, '?': () => (help.open ? help.close() : help.showModal()),
  };
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });
};

document.body.append(help);
const isUnsafe = verdict.verdict === 'unsafe';
const add = (...panels) => main.append(...panels.filter(Boolean));
if (!isUnsafe) add(verdictPanel());
if (run) workspace();
else if (page.sources.length) add(linesPanel());
add(obligationsPanel(), howPanel(), isUnsafe ? verdictPanel() : '');
document.body.append(element('footer', {}, 'Made by umpteen. This file is complete in itself: it loads nothing and sends nothing.'));
