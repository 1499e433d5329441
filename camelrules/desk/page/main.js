// The desk: fetches a text, shows it, and shows it again whenever the file changes.
import {get, listen, post} from "./ask.js";
import {$, el, say, words} from "./dom.js";
import {close, move, newGames, open, openKey, showFindings, toggle} from "./findings.js";
import {copy} from "./detail.js";
import {showBeside, showUnsaid} from "./panels.js";
import {goToLine, hideHover, showText, step, watchSentences} from "./text.js";

const VIEWS = ["text", "findings", "unsaid", "beside"];
let texts = [], current = null, data = null, games = -1, view = "findings", busy = Promise.resolve();

function choose(name) {
  view = name;
  document.body.dataset.view = name;
  for (const button of document.querySelectorAll("#views button")) button.setAttribute("aria-pressed", String(button.dataset.view === name));
  for (const panel of VIEWS.slice(1)) $(panel).hidden = panel !== (name === "text" ? "findings" : name);
  if (name === "beside" && data) showBeside(data);
  hideHover();
}

function openFinding(key) {
  if (view !== "findings") choose("findings");
  open(key);
}

function tabs() {
  $("texts").replaceChildren(...texts.map(t => el("button", {type: "button", "aria-pressed": String(t.id === current), onclick: () => { current = t.id; data = null; update(); }}, t.name)));
}

function banner(...content) {
  $("banner").hidden = !content.length;
  $("banner").replaceChildren(...content);
}

function about() {
  const state = texts.find(t => t.id === current);
  if (state?.state === "trouble") {
    banner(el("b", {}, words(state.message)), " ", ...words(state.help), state.last ? " Below is what was read last." : "");
  } else banner();
  document.title = data ? `${data.findings?.length ?? ""} · ${data.name}` : "camelrules desk";
  $("about").replaceChildren(...(data?.edition ? [
    el("span", {title: `Edition: ${data.edition_evidence}`}, `edition ${data.edition}`), " · ",
    el("span", {title: `Language: ${data.language_evidence}`}, data.language), " · ", data.format] : []));
  document.body.classList.toggle("stale", state?.state === "trouble");
}

// One change after the other, each with the newest of everything.
function update() {
  busy = busy.then(refresh).catch(error => say(error.message));
  return busy;
}

async function refresh() {
  document.body.classList.toggle("empty", !texts.length);
  if (!texts.length) return welcome();
  if (!texts.some(t => t.id === current)) current = texts[0].id;
  tabs();
  const state = texts.find(t => t.id === current);
  if (data?.id !== current || data.revision !== state.revision) {
    const fresh = await get(`/api/texts/${current}`);
    data = fresh;
    games = state.games;
    if (fresh.lines) {
      fresh.meanings = (await meanings()) ?? {};
      showText(fresh, openFinding);
      showFindings(fresh);
      showUnsaid(fresh, openFinding);
      if (view === "beside") showBeside(fresh);
      label("unsaid", fresh.unsaid.filter(u => !u.example).length);
      label("findings", fresh.findings.length);
    } else {
      $("text").replaceChildren(el("p", {class: "waiting"}, state.state === "reading" ? `Reading ${state.name} …` : "There is nothing to show."));
      for (const panel of VIEWS.slice(1)) $(panel).replaceChildren();
    }
  } else if (games !== state.games && data.findings) {
    games = state.games;
    newGames(await get(`/api/texts/${current}/games`));
  }
  about();
  document.body.dataset.revision = `${data.revision}.${games}`;
}

const NAMES = {unsaid: "Not said", findings: "Findings"};
const label = (name, n) => { document.querySelector(`#views [data-view="${name}"]`).textContent = `${NAMES[name]} (${n})`; };

let known = null;
const meanings = async () => known ??= (await get("/api/clauses")).meanings;

function welcome() {
  const box = el("textarea", {rows: 14, "aria-label": "A text to check", placeholder: "Paste a rulebook here"});
  $("text").replaceChildren(el("form", {class: "welcome", onsubmit: async event => {
    event.preventDefault();
    say("Reading …");
    try {
      current = (await post("/api/paste", {text: box.value})).id;
      data = null;
      choose("findings");
    } catch (error) { say(error.message); }
  }}, el("h1", {}, "Which text?"),
    el("p", {}, "No file was named. Start the desk with one, ", el("code", {}, "camelrules desk my-translation.pdf"), ", or paste a text: it stays on this machine and is written nowhere."),
    box, el("div", {class: "row"}, el("button", {type: "submit", class: "main"}, "Check"))));
  choose("text");
}

function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
  if (event.key === "Escape") {
    if (document.activeElement?.matches("input, textarea")) document.activeElement.blur();
    else if (!$("hover").hidden) hideHover();
    else close();
    return;
  }
  if (document.activeElement?.matches("input, textarea, select")) return;
  const detail = document.querySelector(".finding.open");
  const does = {
    j: () => { choose("findings"); move(1); }, k: () => { choose("findings"); move(-1); },
    ".": () => step(1), ",": () => step(-1),
    "/": () => { choose("findings"); $("filter")?.focus(); },
    "?": () => $("help").showModal(),
    c: () => detail?.querySelector(".suggestion") && copy(detail.querySelector(".suggestion").textContent),
    w: () => detail?.querySelector(".waive input")?.focus(),
    1: () => choose("text"), 2: () => choose("findings"), 3: () => choose("unsaid"), 4: () => choose("beside"),
  }[event.key];
  if (!does || (!data?.findings && event.key !== "?")) return;
  event.preventDefault();
  does();
}

for (const button of document.querySelectorAll("#views button")) button.addEventListener("click", () => choose(button.dataset.view));
$("keys").addEventListener("click", () => $("help").showModal());
$("theme").addEventListener("click", () => {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches, now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
});
document.addEventListener("keydown", keys);
watchSentences();
choose("findings");
let lost = false;
listen(message => {
  if (lost) { lost = false; data = null; }
  texts = message.texts;
  update();
}, () => {
  lost = true;
  banner(el("b", {}, "The desk does not answer any more."), " Start it again with ", el("code", {}, "camelrules desk"), " and open the address that it prints. Below is what was read last.");
});
export {goToLine, openKey, toggle};
