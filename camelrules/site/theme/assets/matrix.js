// Filters of the clause matrix; they are kept in the address, so that a link shows the same rows.
(() => {
  "use strict";
  const form = document.getElementById("filters"), rows = [...document.querySelectorAll(".matrix tbody tr")];
  const shown = document.getElementById("shown");
  form.hidden = false;
  // It opens on what is wrong: contradictions and ambiguities.
  const wanted = (is, asked) => is === asked || (asked === "wrong" && (is === "contradicts" || is === "ambiguous"));
  function apply() {
    const {text, section, status, book} = form.elements;
    const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const row of rows) {
      const head = row.firstElementChild.textContent.toLowerCase();
      const cells = [...row.querySelectorAll("td")].filter(c => !book.value || c.dataset.book === book.value);
      const fits = words.every(w => head.includes(w)) && (!section.value || row.dataset.section === section.value) &&
        (!status.value || cells.some(c => wanted(c.dataset.status, status.value)));
      row.hidden = !fits;
      count += fits;
    }
    shown.value = `${count} of ${rows.length}`;
    const kept = new URLSearchParams([...new FormData(form)].filter(([name, v]) => v !== (name === "status" ? "wrong" : "")));
    history.replaceState(null, "", kept.size ? `#${kept}` : location.pathname + location.search);
  }
  for (const [name, value] of new URLSearchParams(location.hash.slice(1))) if (form.elements[name]) form.elements[name].value = value;
  form.addEventListener("input", apply);
  form.addEventListener("submit", event => event.preventDefault());
  apply();
})();
