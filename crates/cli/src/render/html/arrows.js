// Arrows between steps of different threads: a thread starts or is joined, a lock passes on, a value is read.

const arrows = (() => {
  const layer = drawn('svg', { class: 'arrows', 'aria-hidden': 'true' });
  let paths = [];

  const head = (kind) => drawn('marker', {
    id: `head-${kind}`, viewBox: '0 0 8 8', refX: '7', refY: '4', orient: 'auto-start-reverse',
    markerWidth: '9', markerHeight: '9', markerUnits: 'userSpaceOnUse',
  }, drawn('path', { d: 'M0 0.5 L8 4 L0 7.5 z', class: kind }));

  /** From the side of one card to the side of the other that faces it. */
  const curve = (from, to) => {
    const right = to.left + to.width / 2 >= from.left + from.width / 2;
    const [x1, x2] = right ? [from.right, to.left] : [from.left, to.right];
    const [y1, y2] = [from.top + from.height / 2, to.top + Math.min(to.height / 2, 16)];
    const bend = Math.max(18, Math.min(60, Math.abs(x2 - x1) / 2)) * (right ? 1 : -1);
    const d = `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
    return { d, middle: [(x1 + x2) / 2, (y1 + y2) / 2], wide: Math.abs(x2 - x1) > 70 };
  };

  const draw = (rows, drawnRows) => {
    const origin = rows.getBoundingClientRect();
    layer.setAttribute('width', rows.clientWidth);
    layer.setAttribute('height', rows.clientHeight);
    const box = (number) => {
      const found = drawnRows.get(number)?.querySelector('.card, .dot');
      if (!found) return null;
      const place = found.getBoundingClientRect();
      const [left, top] = [place.left - origin.left, place.top - origin.top];
      return { left, top, width: place.width, height: place.height, right: left + place.width };
    };
    paths = [];
    const made = [drawn('defs', {}, ...['starts', 'joins', 'lock', 'reads'].map(head))];
    for (const link of links) {
      const [from, to] = [box(link.from + 1), box(link.to + 1)];
      if (!from || !to) continue;
      const { d, middle, wide } = curve(from, to);
      const path = drawn('path', { d, class: link.kind, 'marker-end': `url(#head-${link.kind})` });
      const group = drawn('g', { class: 'link' }, path);
      if (link.what && wide) group.append(drawn('text', { x: middle[0], y: middle[1] - 4, class: link.kind }, link.what));
      made.push(group);
      paths.push({ link, group });
    }
    layer.replaceChildren(...made);
    mark(view.step);
  };

  const mark = (number) => {
    for (const { link, group } of paths) group.classList.toggle('on', link.from + 1 === number || link.to + 1 === number);
  };

  /** What the arrows mean, as far as there are any. */
  const legend = () => {
    const words = { starts: 'starts a thread', joins: 'is joined', lock: 'lock passes on', reads: 'value is read' };
    const kinds = Object.keys(words).filter((kind) => links.some((link) => link.kind === kind));
    const key = (kind) => element('span', { class: 'key' }, drawn('svg', { width: '26', height: '10', 'aria-hidden': 'true' },
      drawn('path', { d: 'M1 5 H24', class: kind }), drawn('path', { d: 'M18 1.5 L25 5 L18 8.5 z', class: `${kind} solid` })), words[kind]);
    const span = (kind, text) => element('span', { class: 'key' }, element('span', { class: `patch ${kind}` }), text);
    const spans = [];
    if (steps.some((step) => (step.held || []).length)) spans.push(span('held', 'holds a lock'));
    if (steps.some((step) => step.atomic)) spans.push(span('inside', 'atomic section'));
    return element('div', { class: 'legend' }, kinds.map(key), spans);
  };

  return { layer, draw, mark, legend };
})();
