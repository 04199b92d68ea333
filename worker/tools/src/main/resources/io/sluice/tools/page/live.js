'use strict';
// Follows the hub: fetches the page's sections when something changed, and patches what differs.
(() => {
  let source = document.querySelector('meta[name=sluice-source]').content;
  // Where the dashboard is from this page: a proxy may serve it below a path of its own.
  const root = document.querySelector('meta[name=sluice-root]').content;
  const at = (path) => root + path.slice(1);
  const guard = document.querySelector('meta[name=sluice-guard]').content;
  const main = document.querySelector('main');
  const stale = document.getElementById('stale');
  const done = document.getElementById('done');
  const dialog = document.getElementById('request');
  const first = document.getElementById('data');
  if (first) sluice.load(JSON.parse(first.textContent));
  const known = new Map();
  let busy = false;
  let again = false;
  const problems = new Map();

  function problem(kind, message) {
    if (message) problems.set(kind, message);
    else problems.delete(kind);
    const text = [...problems.values()][0] || '';
    const line = stale.querySelector('p');
    if (line.textContent !== text) line.textContent = text;
    stale.hidden = !text;
  }

  // Keeps nodes that are still there, so that focus, scroll, open details and selections stay.
  function patch(from, to) {
    if (from.nodeType === Node.TEXT_NODE && to.nodeType === Node.TEXT_NODE) {
      if (from.data !== to.data) from.data = to.data;
      return;
    }
    if (from.nodeType !== to.nodeType || from.nodeName !== to.nodeName || from.id !== to.id) {
      from.replaceWith(to);
      return;
    }
    if (from.nodeType !== Node.ELEMENT_NODE) return;
    const focused = from === document.activeElement;
    for (const { name } of [...from.attributes]) {
      if (!to.hasAttribute(name) && name !== 'open') from.removeAttribute(name);
    }
    for (const { name, value } of [...to.attributes]) {
      if (focused && name.startsWith('aria-value') || name === 'data-ago') continue;
      if (from.getAttribute(name) !== value) from.setAttribute(name, value);
    }
    if (to.hasAttribute('data-ago') && !from.hasAttribute('data-ago')) from.setAttribute('data-ago', '');
    children(from, [...to.childNodes]);
  }

  function children(parent, wanted) {
    const byId = new Map([...parent.children].filter((child) => child.id).map((child) => [child.id, child]));
    wanted.forEach((node, i) => {
      const kept = node.id && byId.get(node.id);
      let at = parent.childNodes[i];
      if (kept && kept !== at) {
        parent.insertBefore(kept, at || null);
        at = kept;
      }
      if (!at) parent.append(node);
      else if (!kept && at.id && wanted.some((other) => other.id === at.id)) parent.insertBefore(node, at);
      else patch(at, node);
    });
    while (parent.childNodes.length > wanted.length) parent.lastChild.remove();
  }

  // What had the focus is gone, such as the button of a group that was approved meanwhile.
  function focusNear(card) {
    const near = card && document.getElementById(card)?.querySelector('.cells') || document.getElementById('title');
    if (near.tabIndex < 0) near.tabIndex = -1;
    near.focus({ preventScroll: true });
  }

  async function refresh() {
    if (busy) { again = true; return; }
    busy = true;
    try {
      const answer = await fetch(at(source), { headers: { 'X-Sluice-Guard': guard } });
      const body = await answer.json();
      if (!answer.ok) {
        problem('page', body.message);
        return;
      }
      problem('page', '');
      sluice.load(body);
      const focused = document.activeElement;
      const card = focused.closest?.('section.group')?.id;
      for (const { id, html } of body.sections) {
        if (known.get(id) === html) continue;
        known.set(id, html);
        const template = document.createElement('template');
        template.innerHTML = html;
        const old = document.getElementById(id);
        if (old) patch(old, template.content.firstElementChild);
        else main.append(template.content);
      }
      document.title = body.title;
      sluice.refresh();
      if (!focused.isConnected) focusNear(card);
    } catch (failure) {
      problem('page', 'The dashboard does not answer: what is shown may be old. Start it again if it has ended.');
    } finally {
      busy = false;
      if (again) { again = false; refresh(); }
    }
  }

  const events = new EventSource(at('/api/events?of=' + encodeURIComponent(source)));
  events.addEventListener('changed', () => { problem('server', ''); refresh(); });
  events.addEventListener('hub', (event) => problem('hub', JSON.parse(event.data).message));
  events.onopen = () => { problem('server', ''); refresh(); };
  events.onerror = () => problem('server', 'The dashboard does not answer: what is shown may be old. Start it again if it has ended.');
  // Heals what no event reported: clusters report without a change of the Rollout.
  setInterval(() => { if (!document.hidden) refresh(); }, 15000);
  setInterval(sluice.ages, 5000);
  document.addEventListener('visibilitychange', () => { if (!document.hidden) refresh(); });

  // The list: the address has what is chosen, so that it can be kept and sent.
  const list = '/api/rollouts';
  let typing = 0;
  function choose(query) {
    history.replaceState(null, '', root + query);
    source = list + query;
    refresh();
  }
  function chosenByForm(form) {
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value) query.set(name, value);
    const text = query.toString();
    choose(text ? '?' + text : '');
  }
  main.addEventListener('input', (event) => {
    const form = event.target.closest('#filter-form');
    if (!form) return;
    clearTimeout(typing);
    typing = setTimeout(() => chosenByForm(form), event.target.type === 'search' ? 150 : 0);
  });
  main.addEventListener('submit', (event) => { event.preventDefault(); chosenByForm(event.target); });
  main.addEventListener('click', (event) => {
    const link = event.target.closest('a[data-page]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!link.search) document.getElementById('filter-form').reset();
    choose(link.search);
    scrollTo(0, 0);
    focusNear();
  });

  if (dialog) {
    let button = null;
    let seen = {};
    const question = dialog.querySelector('.question');
    const refusal = dialog.querySelector('.refusal');
    const yes = dialog.querySelector('.primary');
    const away = 'Cannot do that: the dashboard does not answer. Start it again if it has ended.';
    const refuse = (message) => { refusal.textContent = message; refusal.hidden = !message; };

    const wanted = ({ dataset: { act, group, cluster } }) =>
      Object.fromEntries(Object.entries({ act, group, cluster }).filter(([, value]) => value !== undefined));

    // What it would change is read when it is asked for: the page may be older.
    async function ask() {
      const asked = button;
      question.replaceChildren('Reading the hub …');
      refuse('');
      yes.disabled = true;
      try {
        const query = '?' + new URLSearchParams(wanted(asked));
        const answer = await fetch(at(source + '/request' + query), { headers: { 'X-Sluice-Guard': guard } });
        const body = await answer.json();
        if (asked !== button || !dialog.open) return;
        question.replaceChildren();
        if (!answer.ok) return refuse(body.message);
        seen = body;
        dialog.querySelector('h2').textContent = body.title;
        yes.textContent = body.button;
        question.innerHTML = body.html;
        yes.disabled = !chosen().querySelector('.writes');
      } catch (failure) {
        question.replaceChildren();
        refuse(away);
      }
    }

    const choice = () => question.querySelector('input:checked')?.value
      || question.querySelector('[data-choice]').dataset.choice;
    const chosen = () => question.querySelector('[data-choice=' + choice() + ']');

    main.addEventListener('click', (event) => {
      const clicked = event.target.closest('[data-act]');
      if (!clicked) return;
      button = clicked;
      dialog.querySelector('h2').textContent = (clicked.ariaLabel || clicked.textContent).replace('…', '') + '?';
      yes.textContent = clicked.textContent.replace('…', '');
      yes.classList.toggle('danger', clicked.dataset.act === 'abort');
      dialog.showModal();
      dialog.querySelector('.cancel').focus();
      ask();
    });
    question.addEventListener('change', () => {
      for (const each of question.querySelectorAll('[data-choice]')) each.hidden = each !== chosen();
      yes.disabled = !chosen().querySelector('.writes');
    });
    dialog.querySelector('.cancel').addEventListener('click', () => dialog.close());
    yes.addEventListener('click', async () => {
      yes.disabled = true;
      refuse('');
      try {
        const answer = await fetch(at(source + '/request'), {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Sluice-Guard': guard },
          body: JSON.stringify({ ...wanted(button), versions: choice(), version: seen.version, content: seen.content }),
        });
        const { message } = await answer.json();
        if (answer.ok) {
          dialog.close();
          done.textContent = message;
          setTimeout(() => { if (done.textContent === message) done.textContent = ''; }, 8000);
          refresh();
        } else {
          refuse(message);
        }
      } catch (failure) {
        refuse(away);
      }
      yes.disabled = false;
    });
    dialog.addEventListener('close', () => {
      if (button && button.isConnected) button.focus();
      else { const title = document.getElementById('title'); title.tabIndex = -1; title.focus(); }
    });
  }
  sluice.ages();
})();
