// A finding opened: the sentence, what was read, what the edition and other rulebooks say, the suggestion, the game.
import {get, post} from "./ask.js";
import {el, say, words} from "./dom.js";
import {visit} from "./text.js";

const block = (title, ...content) => el("section", {class: "block"}, el("h3", {}, title), ...content);

export async function detail(place, model, finding) {
  const path = `/api/texts/${model.id}/findings/${finding.key}`;
  // Of two answers on their way only the one asked for last counts.
  const number = place.asked = (place.asked ?? 0) + 1;
  let data;
  try {
    data = await get(path);
    if (number !== place.asked) return;
  } catch (error) {
    place.replaceChildren(el("p", {class: "warn"}, error.message));
    return;
  }
  const clause = data.clause, before = place.querySelector(".waive input"), drawn = place.querySelector(".game");
  const typed = before?.value ?? "", typing = before && document.activeElement === before;
  place.replaceChildren(...[
    data.quotes.length ? el("div", {class: "quotes"}, data.quotes.slice(0, 6).map(q => el("blockquote", {},
      el("button", {type: "button", class: "place", onclick: () => visit(q.line)}, q.cited), " ", q.text.trim()))) : "",
    finding.code ? el("p", {class: "dim"}, `${data.code.code}: ${data.code.says} ${data.code.mend}`) : "",
    suggestion(data, path, finding),
    game(data, drawn),
    clause ? read(clause) : "",
    clause?.value ? edition(clause) : "",
    clause?.rulebooks.length ? books(clause) : "",
    decide(data, path, model, finding),
  ].filter(Boolean));
  place.removeAttribute("aria-busy");
  const list = place.querySelector(".stepper"), reason = place.querySelector(".waive input");
  if (list && !place.querySelector(".steps")) globalThis.camelSteps?.(list);
  if (reason && typed) reason.value = typed;
  if (reason && typing) reason.focus();
}

function suggestion(data, path, finding) {
  if (!data.suggestion) return "";
  const text = data.suggestion.text;
  return block("Suggestion", el("p", {class: "suggestion", lang: data.suggestion.lang}, text),
    el("div", {class: "row"},
      el("button", {type: "button", class: "main copy", onclick: () => copy(text)}, "Copy"),
      data.applicable && !("reason" in finding) ? el("button", {type: "button", onclick: event => act(event, async () => {
        const done = await post(`${path}/accept`);
        await copy(text, true);
        say(`Put into the file. The file as it was is in ${done.copy}.`);
      })}, "Put into the file") : ""));
}

export async function copy(text, quiet = false) {
  try {
    await navigator.clipboard.writeText(text);
    if (!quiet) say("Copied.");
  } catch {
    if (!quiet) say("The browser does not let the page copy; mark the sentence and copy it by hand.");
  }
}

function game(data, drawn) {
  if (data.game === "none") return "";
  const share = data.impact && el("p", {}, data.impact.money_changed > 0
    ? `In ${percent(data.impact.money_changed)} of ${data.impact.games.toLocaleString("en")} pairs of games it changes somebody’s money, in ${percent(data.impact.winner_changed)} the winner (±${percent(data.impact.error)}).`
    : `In none of ${data.impact.games.toLocaleString("en")} pairs of games with random actions did it change anybody’s money.`);
  const title = "A game in which it matters";
  if (data.game === "no-variant") return block(title, el("p", {class: "dim"}, "The rules have no variant for this, so there is no game."));
  if (data.game === "searching") return block(title, share ?? "", el("p", {class: "dim"}, "Being searched; it appears here."));
  if (data.game === "not-found") return block(title, share, el("p", {class: "dim"}, `None was found, which proves nothing.${data.why ? ` (${data.why})` : ""}`));
  // The same game stays at the step that it is at.
  const holder = drawn?.source === data.html ? drawn : el("div", {class: "game"});
  if (holder !== drawn) {
    // Drawn by the server from the rules; every word of a user in it is escaped there.
    holder.innerHTML = data.html;
    holder.source = data.html;
  }
  return block(title, share, data.taken_as ? el("p", {}, "The text leaves it open; here it is taken as ", el("b", {}, data.taken_as), ".") : "", holder);
}

const percent = share => share > 0 && share < 0.001 ? "under 0.1%" : `${(share * 100).toFixed(1)}%`;

function read(clause) {
  const places = clause.read.map(r => el("div", {class: "reading"},
    el("p", {}, el("button", {type: "button", class: "place", onclick: () => visit(r.line)}, r.cited), " ",
      el("span", {class: `status ${r.status}`}, r.status), " ", el("q", {}, r.sentence)),
    el("p", {class: "flow-of-words"}, r.words.map(([word, concept]) => el("span", {class: "pair"}, word, el("i", {}, " → "), el("code", {}, concept === "#" ? "number" : concept))),
      r.value ? [el("i", {}, " ⇒ "), el("b", {}, r.value)] : el("i", {}, " ⇒ no value understood")),
    r.open.length ? el("p", {class: "dim"}, "Leaves open: ", ...words(r.open.join("; "))) : "",
    r.doubts.length ? el("p", {class: "dim"}, `Not sure: ${r.doubts.join("; ")}`) : "",
    r.pattern.length ? el("details", {}, el("summary", {}, "The pattern that took it so"), el("ul", {}, r.pattern.map(line => el("li", {}, line)))) : ""));
  return block("What was read", el("p", {class: "dim"}, el("code", {}, clause.id), ": ", clause.meaning),
    places.length ? places : el("p", {}, "No sentence was read as this clause."));
}

function edition(clause) {
  return block(`What the ${clause.edition} edition says`, el("p", {}, el("b", {}, clause.value)),
    el("ul", {}, clause.rules.filter(r => r.says).map(r => el("li", {}, r.says, " ", el("small", {title: r.where}, r.where.replace(/^.*[/\\](?=spec[/\\])/, ""))))));
}

function books(clause) {
  return block("Other rulebooks", el("table", {class: "books"}, el("tbody", {}, clause.rulebooks.map(b => el("tr", {},
    el("th", {scope: "row"}, b.name), el("td", {}, el("span", {class: `status ${b.status}`}, b.status)),
    el("td", {}, b.stated ?? "", b.note ? el("small", {}, ` ${b.note}`) : ""),
    el("td", {class: "dim"}, b.cited))))));
}

function decide(data, path, model, finding) {
  const reason = el("input", {type: "text", name: "reason", placeholder: "Why may it stand?", "aria-label": "Reason for the waiver", required: true, maxlength: "500"});
  const form = el("form", {class: "row waive", onsubmit: event => {
    event.preventDefault();
    act(event, async () => {
      const done = await post(`${path}/waive`, {reason: reason.value});
      say(`Waived, in ${done.file}.`);
    });
  }}, reason, el("button", {type: "submit"}, "Waive"));
  const mark = (word, label) => el("button", {type: "button", "aria-pressed": String(data.mark?.reading === word && data.mark.current),
    onclick: event => act(event, async () => {
      const done = await post(`/api/texts/${model.id}/clauses/${finding.clause}/mark`, {reading: word});
      say(`Kept in ${done.file}. You are asked again when the words change.`);
    })}, label);
  const asked = data.mark && !data.mark.current ? el("p", {class: "fitted"}, `You called this reading ${data.mark.reading}; its words have changed since. Is it right now?`) : "";
  const own = "reason" in finding;
  return block("Your decision", own ? el("p", {}, `Waived: ${finding.reason}. To take it back, remove it from ${finding.where}.`) : form, asked,
    data.clause?.read.length ? el("div", {class: "row"}, el("span", {}, "The reading is"), mark("right", "right"), mark("wrong", "wrong")) : "");
}

async function act(event, work) {
  const button = event.submitter ?? event.currentTarget;
  button.disabled = true;
  try {
    await work();
  } catch (error) {
    say(error.message);
  } finally {
    button.disabled = false;
  }
}
