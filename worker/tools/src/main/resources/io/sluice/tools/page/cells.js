'use strict';
// Names the cluster under the pointer, or at the cursor of the arrow keys, and how long ago instants are.
const sluice = { clusters: {}, statuses: {} };

sluice.load = (data) => { sluice.clusters = data.clusters; sluice.statuses = data.statuses; };

sluice.describe = (cell) => {
  const [name, status, since, message, next] = cell;
  const lines = [sluice.statuses[status] + (since ? ', since ' + since : '')];
  if (message) lines.push(message);
  if (next) lines.push(next);
  return { name, lines };
};

(() => {
  const tip = document.createElement('div');
  tip.className = 'tip';
  tip.hidden = true;
  tip.setAttribute('aria-hidden', 'true');
  document.body.append(tip);
  let shown = null;

  const part = (tag, text) => {
    const made = document.createElement(tag);
    made.textContent = text;
    return made;
  };

  const pitch = 13;

  function show(box, index) {
    const cells = sluice.clusters[box.dataset.group];
    if (!cells || index < 0 || index >= cells.length) return hide();
    const svg = box.querySelector('svg');
    const columns = Number(svg.dataset.columns);
    const x = index % columns * pitch;
    const y = Math.floor(index / columns) * pitch;
    const cursor = svg.querySelector('.cursor');
    cursor.setAttribute('x', x - 2);
    cursor.setAttribute('y', y - 2);
    const { name, lines } = sluice.describe(cells[index]);
    tip.replaceChildren(part('b', name), ...lines.map((line) => part('div', line)));
    tip.hidden = false;
    const at = svg.getBoundingClientRect();
    const scale = at.width / svg.viewBox.baseVal.width;
    const left = at.left + x * scale;
    const top = at.top + (y + pitch + 2) * scale;
    const size = tip.getBoundingClientRect();
    const above = at.top + y * scale - size.height - 6;
    const move = (property, value) => tip.style.setProperty(property, value + 'px');
    move('left', Math.max(8, Math.min(left, innerWidth - size.width - 8)));
    move('top', top + size.height > innerHeight ? Math.max(8, above) : top);
    shown = { box, index };
    if (document.activeElement === box) {
      box.setAttribute('aria-valuenow', index + 1);
      box.setAttribute('aria-valuetext', name + ': ' + lines.join('. '));
    }
  }

  function hide() {
    if (shown) shown.box.querySelector('.cursor')?.setAttribute('x', -99);
    tip.hidden = true;
    shown = null;
  }

  function under(event, box) {
    const svg = box.querySelector('svg');
    const at = svg.getBoundingClientRect();
    const scale = at.width / svg.viewBox.baseVal.width;
    const column = Math.floor((event.clientX - at.left) / scale / pitch);
    const columns = Number(svg.dataset.columns);
    if (column < 0 || column >= columns) return -1;
    return Math.floor((event.clientY - at.top) / scale / pitch) * columns + column;
  }

  const boxOf = (event) => event.target.closest?.('.cells');

  document.addEventListener('pointermove', (event) => {
    const box = boxOf(event);
    if (box) show(box, under(event, box));
    else if (shown && document.activeElement !== shown.box) hide();
  });
  document.addEventListener('focusin', (event) => {
    const box = boxOf(event);
    if (box) show(box, Number(box.getAttribute('aria-valuenow')) - 1);
  });
  document.addEventListener('focusout', (event) => { if (boxOf(event)) hide(); });
  document.addEventListener('scroll', () => { if (shown) show(shown.box, shown.index); }, { passive: true });
  document.addEventListener('keydown', (event) => {
    const box = boxOf(event);
    if (!box || event.altKey || event.ctrlKey || event.metaKey) return;
    const count = Number(box.getAttribute('aria-valuemax'));
    const columns = Number(box.querySelector('svg').dataset.columns);
    const now = Number(box.getAttribute('aria-valuenow')) - 1;
    const next = {
      ArrowRight: now + 1, ArrowLeft: now - 1, ArrowDown: now + columns, ArrowUp: now - columns,
      Home: 0, End: count - 1,
    }[event.key];
    if (event.key === 'Escape') hide();
    if (next === undefined) return;
    event.preventDefault();
    if (next >= 0 && next < count) show(box, next);
  });

  sluice.refresh = () => {
    if (shown && shown.box.isConnected) show(shown.box, shown.index);
    else hide();
    sluice.ages();
  };

  function ago(then) {
    const seconds = Math.round((Date.now() - Date.parse(then)) / 1000);
    const far = Math.abs(seconds);
    const [number, unit] = far < 90 ? [far, 's'] : far < 5400 ? [Math.round(far / 60), 'min']
      : far < 129600 ? [Math.round(far / 3600), 'h'] : [Math.round(far / 86400), 'd'];
    const text = number + '\u00a0' + unit;
    return seconds >= 0 ? text + '\u00a0ago' : 'in\u00a0' + text;
  }

  sluice.ages = () => {
    for (const time of document.querySelectorAll('time[data-ago]')) {
      time.dataset.ago = ' (' + ago(time.dateTime) + ')';
    }
  };
})();
