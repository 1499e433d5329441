// The text on the left: lines, sentences that say what they were read as, and marks that lead to findings.
import {$, bring, el, settled} from "./dom.js";

const RANK = {error: 0, warning: 1, note: 2};
let pieces = new Map();  // the pieces of each sentence
let order = [];          // sentences from first to last
let current = -1;
let model = null;
let showing = -1;        // the sentence that the box is about

export function showText(data, open) {
  const back = model?.id === data.id ? kept() : null;
  model = data;
  hideHover();
  pieces = new Map();
  const sentences = new Map(), marks = new Map();
  data.sentences.forEach((sentence, at) => sentence.spans.forEach(([line, a, b]) => push(sentences, line, [a, b, at])));
  data.findings.forEach(finding => finding.marks.forEach(([line, a, b]) => push(marks, line, [a, b, finding])));
  // As wide as the longest number or place, within reason: a place may take two lines.
  const longest = Math.max(0, ...data.lines.map(([label]) => label.length));
  $("text").style.setProperty("--numbers", `${Math.min(Math.max(longest, 3) * 0.45 + 0.4, 4.2)}rem`);
  $("text").replaceChildren(...data.lines.map(([label, text, kind], i) => {
    if (!text.trim()) return el("div", {class: "gap"});
    return el("div", {class: `line ${kind}`, id: `L${i + 1}`}, el("span", {class: "n"}, label),
      el("span", {class: "t"}, ...parts(text, sentences.get(i + 1) ?? [], marks.get(i + 1) ?? [], open)));
  }));
  order = [...pieces.keys()].sort((a, b) => a - b);
  current = -1;
  if (back) back(); else $("text").scrollTop = 0;
}

// Leads back to where the reader is: the first line in view stays where it is, and the line that is shown is shown.
function kept() {
  const box = $("text"), top = box.getBoundingClientRect().top, here = box.querySelector(".line.here")?.id;
  const first = [...box.querySelectorAll(".line")].find(line => line.getBoundingClientRect().bottom > top);
  const from = first && first.getBoundingClientRect().top - top;
  return () => {
    if (here) $(here)?.classList.add("here");
    const line = first && $(first.id);
    if (line) settled(() => { box.scrollTop += line.getBoundingClientRect().top - box.getBoundingClientRect().top - from; });
  };
}

function push(map, key, value) {
  if (!map.has(key)) map.set(key, []);
  map.get(key).push(value);
}

// Places count characters, as people do; JavaScript counts a rare one, such as an emoji, as two.
const characters = text => /[\ud800-\udfff]/.test(text) ? Array.from(text) : text;

function parts(line, sentences, marks, open) {
  const text = characters(line);
  const edges = new Set([0, text.length]);
  for (const [a, b] of [...sentences, ...marks]) edges.add(Math.min(a, text.length)).add(Math.min(b, text.length));
  const cuts = [...edges].sort((a, b) => a - b), made = [];
  for (let i = 0; i + 1 < cuts.length; i++) {
    const [start, end] = [cuts[i], cuts[i + 1]];
    const over = marks.filter(([a, b]) => a <= start && end <= b).map(m => m[2]);
    over.sort((a, b) => RANK[a.severity] - RANK[b.severity]);
    const inside = sentences.find(([a, b]) => a <= start && end <= b);
    const piece = text.slice(start, end), words = Array.isArray(piece) ? piece.join("") : piece;
    const node = over.length
      ? el("mark", {class: over[0].severity, "data-key": over[0].key, onclick: () => open(over[0].key)}, words)
      : inside ? el("span", {}, words) : document.createTextNode(words);
    if (inside && node.dataset) {
      node.dataset.sentence = inside[2];
      push(pieces, inside[2], node);
    }
    made.push(node);
  }
  return made;
}

// The line that a reader asked for, in the view of the text where only one view fits.
export function visit(number) {
  if (!$("text").offsetParent) document.querySelector('#views [data-view="text"]').click();
  goToLine(number);
}

// The line is brought into view and shown.
export function goToLine(number) {
  const line = $(`L${number}`);
  if (!line || !line.offsetParent) return;
  bring(line, "center");
  for (const other of document.querySelectorAll(".line.here")) other.classList.remove("here");
  line.classList.add("here");
}

function light(at) {
  for (const node of document.querySelectorAll("#text .hot")) node.classList.remove("hot");
  for (const node of pieces.get(at) ?? []) node.classList.add("hot");
}

function explain(at) {
  light(at);
  showing = at;
  const box = $("hover"), clauses = model.sentences[at].clauses;
  box.replaceChildren(clauses.length
    ? el("ul", {}, clauses.map(([clause, status, value]) => el("li", {},
        el("span", {class: `status ${status}`}, status), " ", el("code", {}, clause), value ? [": ", el("b", {}, value)] : "",
        el("small", {}, model.meanings[clause] ?? ""))))
    : el("p", {}, "This sentence was not read as any clause."));
  box.hidden = false;
  put(at);
}

function put(at) {
  const box = $("hover");
  const near = pieces.get(at)[0].getClientRects()[0] ?? pieces.get(at)[0].getBoundingClientRect();
  const last = pieces.get(at).at(-1).getBoundingClientRect();
  const below = last.bottom + 8 + box.offsetHeight < innerHeight;
  box.style.top = `${Math.max(4, below ? last.bottom + 6 : near.top - box.offsetHeight - 6)}px`;
  box.style.left = `${Math.max(4, Math.min(near.left, innerWidth - box.offsetWidth - 8))}px`;
}

export function hideHover() {
  $("hover").hidden = true;
  light(-1);
}

// The next sentence (or the one before) for those who use the keyboard.
export function step(by) {
  if (!order.length) return;
  current = current < 0 ? firstVisible() : Math.max(0, Math.min(order.length - 1, current + by));
  bring(pieces.get(order[current])[0], "nearest");
  explain(order[current]);
}

function firstVisible() {
  const top = $("text").getBoundingClientRect().top;
  return Math.max(0, order.findIndex(at => pieces.get(at)[0].getBoundingClientRect().bottom > Math.max(top, 0)));
}

export function watchSentences() {
  const at = event => event.target.closest?.("[data-sentence]")?.dataset.sentence;
  $("text").addEventListener("pointerover", event => {
    if (event.pointerType === "touch") return;
    const sentence = at(event);
    if (sentence === undefined) hideHover(); else explain(Number(sentence));
  });
  $("text").addEventListener("pointerleave", hideHover);
  $("text").addEventListener("scroll", () => {
    // The box moves with its sentence; a pointer that comes to rest on another one is heard of anyway.
    if (!$("hover").hidden) put(showing);
  }, {passive: true});
  $("text").addEventListener("click", event => {
    const sentence = at(event);
    if (sentence === undefined || event.target.tagName === "MARK") return;
    current = order.indexOf(Number(sentence));
      explain(Number(sentence));
  });
  $("text").addEventListener("blur", hideHover);
}
