// Making elements: text goes in as text, never as markup.
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") node.className = value;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node && typeof value !== "string") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter(c => c !== null && c !== undefined && c !== false));
  return node;
}

export const $ = id => document.getElementById(id);

// Words in backticks are values.
export function words(message) {
  return message.split(/`([^`]*)`/).map((part, i) => i % 2 ? el("code", {}, part) : part);
}

// The name of a clause, which breaks between its words only.
export const clause = name => el("code", {}, name.split(/(?<=[._])/).flatMap((part, i) => i ? [el("wbr"), part] : [part]));

export const counted = (n, word, many = `${word}s`) => `${n} ${n === 1 ? word : many}`;

let fading = 0;
// A sentence that goes away by itself.
export function say(message) {
  const box = $("say");
  box.value = message;
  box.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => { box.hidden = true; }, 6000);
}

// At once, and once more when what has come into view has its real height: until then heights are estimates.
export function settled(scroll) {
  scroll();
  requestAnimationFrame(() => requestAnimationFrame(scroll));
}

export const bring = (node, block) => settled(() => node.scrollIntoView({block}));
