// The findings on the right: a filter, the list with the gravest first, and the one that is open.
import {$, bring, counted, el, words} from "./dom.js";
import {detail} from "./detail.js";
import {goToLine} from "./text.js";

const RANK = {error: 0, warning: 1, note: 2};
const KINDS = ["error", "warning", "note"];
const shown = new Set(KINDS);
let filter = "", items = new Map(), model = null, opened = null;

export const openKey = () => opened;

export function showFindings(data) {
  const panel = $("findings"), top = panel.scrollTop, same = model?.id === data.id;
  const kept = same && opened ? items.get(opened)?.querySelector(".detail") : null;
  // One that was waived or mended makes room for the next.
  const at = same ? model.findings.findIndex(f => f.key === opened) : -1;
  const gone = at >= 0 && !data.findings.some(f => f.key === opened);
  model = data;
  if (!same || gone || !has(opened)) opened = null;
  const list = el("ol", {class: "list"});
  items = new Map();
  for (const finding of data.findings) items.set(finding.key, item(finding, false));
  list.append(...items.values());
  const waived = data.waived.map(finding => {
    const node = item(finding, true);
    items.set(finding.key, node);
    return node;
  });
  panel.replaceChildren(data.findings.length ? bar(data) : "", list, empty(data),
    waived.length ? el("details", {class: "folded"}, el("summary", {}, `${counted(waived.length, "finding")} waived`), el("ol", {class: "list"}, waived)) : "");
  narrow();
  if (opened) fill(items.get(opened), kept);
  const next = gone && data.findings[Math.min(at, data.findings.length - 1)];
  if (next) bring(items.get(next.key), "start");
  else panel.scrollTop = same && !gone ? top : 0;
}

const has = key => key && (model.findings.some(f => f.key === key) || model.waived.some(f => f.key === key));
const finding = key => model.findings.find(f => f.key === key) ?? model.waived.find(f => f.key === key);

function empty(data) {
  if (data.findings.length) return el("p", {class: "none", hidden: true}, "Nothing here matches the filter.");
  return el("p", {class: "clean"}, "No findings. What was read of the text agrees with the ", data.edition, " edition.",
    data.unsaid.length ? ` ${counted(data.unsaid.length, "clause")} it does not state: see “Not said”.` : "");
}

function bar(data) {
  const boxes = KINDS.map(kind => {
    const n = data.findings.filter(f => f.severity === kind).length;
    return el("button", {
      type: "button", class: `chip-button ${kind}`, "aria-pressed": String(shown.has(kind)), disabled: !n,
      onclick: event => {
        shown.has(kind) ? shown.delete(kind) : shown.add(kind);
        event.currentTarget.setAttribute("aria-pressed", String(shown.has(kind)));
        narrow();
      },
    }, counted(n, kind));
  });
  const box = el("input", {id: "filter", type: "search", placeholder: "Filter ( / )", "aria-label": "Filter the findings",
    value: filter, oninput: event => { filter = event.target.value; narrow(); }});
  return el("div", {class: "bar-of-findings"}, boxes, box);
}

function narrow() {
  const asked = filter.toLowerCase();
  let left = 0;
  for (const f of model.findings) {
    const fits = shown.has(f.severity) && (!asked || `${f.code} ${f.name} ${f.clause} ${f.message} ${f.where}`.toLowerCase().includes(asked));
    items.get(f.key).hidden = !fits;
    left += fits;
  }
  const none = document.querySelector("#findings .none");
  if (none) none.hidden = left > 0;
}

function impact(f) {
  if (f.impact && f.impact.money_changed > 0) {
    const share = f.impact.money_changed;
    const said = share < 0.01 ? "under 1%" : `${Math.round(share * 100)}%`;
    return el("span", {class: "impact", title: `In ${said} of games somebody’s money changes, in ${(f.impact.winner_changed * 100).toFixed(1)}% the winner (±${(f.impact.error * 100).toFixed(1)}%).`}, `${said} of games`);
  }
  return f.game === "searching" ? el("span", {class: "impact dim", title: "Its game is being searched."}, "…") : "";
}

function item(f, waived) {
  const mark = model.marks[f.clause];
  const head = el("button", {type: "button", class: "head", "aria-expanded": "false", onclick: () => toggle(f.key)},
    el("span", {class: "row-of-head"},
      el("span", {class: `severity ${f.severity}`}, waived ? "waived" : f.certainty === "likely" && f.severity !== "note" ? `${f.severity}?` : f.severity),
      el("span", {class: "where"}, f.where || "not said"),
      el("code", {}, f.clause || f.code),
      mark ? el("span", {class: "badge"}, mark.current ? `reading ${mark.reading}` : "words changed: look again") : "",
      el("span", {class: "impact-slot"}, impact(f))),
    el("span", {class: "message"}, ...words(f.message.replace(/^./, c => c.toUpperCase()))),
    waived ? el("span", {class: "message dim"}, `Waived: ${f.reason} (${f.where})`) : "");
  return el("li", {class: `finding ${f.severity}`, id: `F${f.key}`}, head);
}

export function toggle(key) {
  if (opened === key) close(); else open(key);
}

export function close() {
  if (!opened) return;
  const node = items.get(opened);
  node?.querySelector(".detail")?.remove();
  node?.querySelector(".head").setAttribute("aria-expanded", "false");
  node?.classList.remove("open");
  opened = null;
  reorder();
}

export function open(key, scroll = true) {
  const node = items.get(key);
  if (!node) return;
  if (opened && opened !== key) {
    const before = items.get(opened);
    before?.querySelector(".detail")?.remove();
    before?.querySelector(".head").setAttribute("aria-expanded", "false");
    before?.classList.remove("open");
  }
  opened = key;
  node.hidden = false;
  const fold = node.closest("details");
  if (fold) fold.open = true;
  fill(node);
  if (scroll) bring(node, "start");
  const line = finding(key).marks[0]?.[0];
  if (line) goToLine(line);
}

// What is already there stays until the new is known: nobody loses what was being typed.
function fill(node, kept = node.querySelector(".detail")) {
  node.classList.add("open");
  node.querySelector(".head").setAttribute("aria-expanded", "true");
  const place = kept ?? el("div", {class: "detail", "aria-busy": "true"}, el("p", {class: "dim"}, "…"));
  node.append(place);
  detail(place, model, finding(opened));
}

// What became known of games meanwhile; the list is put in order when nobody is reading in it.
export function newGames(games) {
  for (const f of model.findings) {
    const now = games[f.key];
    if (!now || (now.game === f.game && Boolean(now.impact) === Boolean(f.impact))) continue;
    const was = f.game;
    Object.assign(f, now);
    items.get(f.key)?.querySelector(".impact-slot").replaceChildren(impact(f));
    if (f.key === opened && was !== now.game) fill(items.get(f.key));
  }
  if (!opened) reorder();
}

function reorder() {
  const list = document.querySelector("#findings .list");
  if (!list || document.activeElement?.closest?.(".list")) return;
  const rank = f => [RANK[f.severity], f.certainty === "sure" ? 0 : 1, -(f.impact?.money_changed ?? 0), f.marks[0]?.[0] ?? 1e9];
  const before = model.findings.map(f => f.key).join();
  model.findings.sort((a, b) => {
    const [x, y] = [rank(a), rank(b)];
    const at = x.findIndex((v, i) => v !== y[i]);
    return at < 0 ? 0 : x[at] - y[at];
  });
  if (before !== model.findings.map(f => f.key).join()) list.append(...model.findings.map(f => items.get(f.key)));
}

// The finding after or before the one that has the focus or is open.
export function move(by) {
  const keys = model.findings.filter(f => !items.get(f.key).hidden).map(f => f.key);
  if (!keys.length) return;
  const focused = document.activeElement?.closest?.(".finding")?.id.slice(1) ?? opened;
  const at = keys.indexOf(focused);
  const to = at < 0 ? (by > 0 ? 0 : keys.length - 1) : Math.max(0, Math.min(keys.length - 1, at + by));
  const head = items.get(keys[to]).querySelector(".head");
  if (opened) open(keys[to]);
  head.focus({preventScroll: Boolean(opened)});
}
