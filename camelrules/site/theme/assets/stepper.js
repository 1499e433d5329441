// Turns the frames of a game into steps: buttons, and the arrow keys. Without a script all frames are shown.
(() => {
  "use strict";
  const steps = list => {
    const frames = [...list.children];
    if (frames.length < 2) return;
    const bar = document.createElement("div");
    bar.className = "steps";
    const button = (text, label) => Object.assign(document.createElement("button"), {type: "button", textContent: text, ariaLabel: label});
    const first = button("Start", "First step"), back = button("← Back", "Step back"), next = button("Next →", "Next step");
    const count = document.createElement("output");
    count.setAttribute("aria-live", "polite");
    next.classList.add("main");
    bar.append(first, back, next, count);
    list.before(bar);
    let at = 0;
    const show = to => {
      at = Math.max(0, Math.min(frames.length - 1, to));
      frames.forEach((frame, i) => { frame.hidden = i !== at; });
      first.disabled = back.disabled = at === 0;
      next.disabled = at === frames.length - 1;
      count.value = `step ${at} of ${frames.length - 1}`;
    };
    first.addEventListener("click", () => show(0));
    back.addEventListener("click", () => show(at - 1));
    next.addEventListener("click", () => show(at + 1));
    // A game that was taken off the page hears no more keys.
    const gone = new AbortController();
    document.addEventListener("keydown", event => {
      if (!list.isConnected) { gone.abort(); return; }
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName) || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "ArrowRight") { show(at + 1); event.preventDefault(); }
      if (event.key === "ArrowLeft") { show(at - 1); event.preventDefault(); }
    }, {signal: gone.signal});
    show(location.hash === "#end" ? frames.length - 1 : 0);
  };
  globalThis.camelSteps = steps;
  for (const list of document.querySelectorAll(".stepper")) steps(list);
})();
