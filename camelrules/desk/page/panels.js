// What the text does not say, and another text or rulebook beside it.
import {get} from "./ask.js";
import {$, clause, counted, el} from "./dom.js";
import {visit} from "./text.js";

export function showUnsaid(data, open) {
  const entry = u => el("li", {}, clause(u.clause), " ", u.meaning, u.expected ? [": ", el("b", {}, u.expected)] : "",
    u.key ? [" ", el("button", {type: "button", class: "place", onclick: () => open(u.key)}, "see the finding")] : u.optional ? el("small", {}, " (need not be said)") : "");
  const plain = data.unsaid.filter(u => !u.example), examples = data.unsaid.filter(u => u.example);
  const sections = [...new Set(plain.map(u => u.section))];
  $("unsaid").replaceChildren(
    el("p", {class: "dim"}, plain.length ? `${counted(plain.length, "clause")} that no sentence was read as, with what the ${data.edition} edition has.` : `Every clause of the ${data.edition} edition is stated.`),
    ...sections.map(name => el("section", {}, el("h3", {}, name.replace(/^./, c => c.toUpperCase())), el("ul", {}, plain.filter(u => u.section === name).map(entry)))),
    examples.length ? el("details", {class: "folded"}, el("summary", {}, `${counted(examples.length, "example")} not given`), el("ul", {}, examples.map(entry))) : "");
}

let chosen = "-", only = true, asked = 0;

export async function showBeside(data) {
  const panel = $("beside"), number = ++asked;
  let found;
  try {
    found = await get(`/api/texts/${data.id}/beside/${encodeURIComponent(chosen)}`);
  } catch (error) {
    if (chosen !== "-") { chosen = "-"; return showBeside(data); }
    panel.replaceChildren(el("p", {class: "warn"}, error.message));
    return;
  }
  if (number !== asked) return;
  const select = el("select", {"aria-label": "What to put beside the text", onchange: event => { chosen = event.target.value; showBeside(data); }},
    el("option", {value: "-"}, "Choose a text, rulebook or edition"), found.choices.map(c => el("option", {value: c.id, selected: c.id === chosen}, c.name)));
  const box = el("label", {}, el("input", {type: "checkbox", checked: only, onchange: event => { only = event.target.checked; fill(); }}), " differences only");
  const body = el("tbody");
  const fill = () => body.replaceChildren(...found.rows.filter(r => r.differs || !only).map(row));
  fill();
  panel.replaceChildren(el("div", {class: "row bar-of-findings"}, select, found.rows.length ? box : ""),
    chosen === "-" ? el("p", {class: "dim"}, "Each clause in a row: what this text says, and what the other one says.") :
    el("table", {class: "pairs cards"}, el("thead", {}, el("tr", {}, el("th", {}, "clause"), el("th", {}, data.name), el("th", {}, found.choices.find(c => c.id === chosen)?.name ?? ""))), body),
    found.rows.length && !body.children.length ? el("p", {}, "No differences.") : "");
}

function row(r) {
  const other = $("beside").querySelector("select")?.selectedOptions[0]?.text ?? "other";
  return el("tr", {class: r.differs ? "variant" : ""}, el("td", {"data-label": "clause"}, clause(r.clause), el("small", {}, ` ${r.meaning}`)),
    side(r.mine, "this text", true), side(r.other, other, false));
}

function side(s, label, mine) {
  const at = s.cited;
  // That an edition agrees with itself is no news.
  const status = label.startsWith("edition ") ? "" : el("span", {class: `status ${s.status}`}, s.status);
  return el("td", {"data-label": label}, status, " ", el("b", {}, s.value), " ",
    at ? mine ? el("button", {type: "button", class: "place", onclick: () => visit(s.lines[0])}, at) : el("small", {}, at) : "",
    s.quote ? el("q", {}, s.quote) : "");
}
