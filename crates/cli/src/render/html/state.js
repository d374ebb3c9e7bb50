// The selected step in words, and the variables over time.

const stepLink = (at, ...text) => element('a', {
  href: `#step=${at + 1}`, click: (event) => { event.preventDefault(); select(at + 1); },
}, ...(text.length ? text : [`step ${at + 1}`]));

/** What the selected step does, and where what it reads comes from. */
const detailPane = () => {
  const box = element('div', { class: 'detail', 'aria-live': 'polite' });
  const describe = (number) => {
    const step = steps[number - 1];
    if (!step) return [element('p', { class: 'what' }, element('b', {}, 'Start'), run.start ? ` ${run.start}` : '')];
    const at = number - 1, thread = threadOf(step);
    const rows = [element('p', { class: 'what' },
      element('b', {}, `Step ${number}`), ' ',
      thread ? element('span', { class: `who ${colour(thread)}` }, element('span', { class: 'swatch' }), threadName(thread)) : '', ' ',
      element('code', {}, step.action || 'goes on'))];
    const say = (word, ...content) => rows.push(element('p', {}, element('span', { class: 'word' }, word), ' ', ...content));
    for (const { name, from } of origins[at]) {
      const writer = from === undefined ? thread : threadOf(steps[from]);
      const origin = from === undefined ? ['the initial value'] : ['from ', stepLink(from)];
      say('reads', element('code', {}, name), ' ', ...origin, writer === thread ? '' : ` of ${threadName(writer)}`);
    }
    for (const change of changesOf(step)) {
      const owner = change.thread && change.thread !== thread ? ` of ${threadName(change.thread)}` : '';
      const before = change.thread ? [' = '] : [' ', element('code', {}, change.old), ' → '];
      say(change.thread ? 'sets' : 'changes', element('code', {}, change.name), owner, ...before, element('code', {}, change.new));
    }
    const held = step.held || [];
    if (held.length) say('holds', ...held.flatMap((name) => [element('code', {}, name), ' ']));
    if (step.atomic) say('inside', 'an atomic section: nobody else moves');
    if (step.state && !report.c) say('state', element('code', {}, step.state));
    if (hasWhy && !step.needed && !step.silent) say('note', 'the failure does not depend on this step');
    if (fails(step) && verdict.place) say('fails', ...prose(verdict.place.replace('\n  --> ', ' at ')));
    return rows;
  };
  followers.push((number) => box.replaceChildren(...describe(number)));
  return box;
};

/** Of a long history, so many values are shown on either side of the current one. */
const NEAR = 6;

/** The values of each variable that changes, one after the other; the current one is marked. */
const statePane = () => {
  const histories = new Map();
  steps.forEach((step, at) => {
    for (const change of changesOf(step)) {
      const thread = change.thread || 0, key = `${thread} ${change.name}`;
      const first = thread ? [] : [{ number: 0, value: change.old }];
      if (!histories.has(key)) histories.set(key, { name: change.name, thread, values: first });
      histories.get(key).values.push({ number: at + 1, value: change.new });
    }
  });
  const all = [...histories.values()].sort((one, other) => one.thread - other.thread);
  if (!all.length) return '';
  const box = element('div', { class: 'state' });
  const history = ({ name, values }, number) => {
    const current = values.findLastIndex((entry) => entry.number <= number);
    const first = Math.max(0, current - NEAR), last = Math.min(values.length, current + NEAR + 1);
    const chips = values.slice(first, last).map((entry, at) => {
      const kind = first + at === current ? (entry.number === number && number ? 'now fresh' : 'now') : first + at > current ? 'later' : '';
      const title = entry.number ? `since step ${entry.number}` : 'initially';
      return element('button', { class: `value ${kind}`, type: 'button', title, click: () => select(entry.number) },
        entry.value, element('sup', {}, entry.number ? String(entry.number) : ''));
    });
    return element('div', { class: 'variable' }, element('code', { class: 'variable-name' }, name),
      element('div', { class: 'values' }, first > 0 ? '… ' : '', chips, last < values.length ? ' …' : ''));
  };
  followers.push((number) => {
    const thread = number ? threadOf(steps[number - 1]) : 0;
    const groups = [0, ...new Set(all.map((entry) => entry.thread).filter(Boolean))];
    const content = groups.flatMap((group) => {
      const entries = all.filter((entry) => entry.thread === group);
      if (!entries.length) return [];
      const title = group ? element('h3', { class: colour(group) }, element('span', { class: 'swatch' }), threadName(group)) : element('h3', {}, 'shared');
      const aside = group && group !== thread ? ' aside' : '';
      return [element('div', { class: `group${aside}` }, title, entries.map((entry) => history(entry, number)))];
    });
    box.replaceChildren(...content);
  });
  return box;
};
