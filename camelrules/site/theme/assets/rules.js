// Switches the side-by-side rules: one edition or all, everything or only what differs.
(() => {
  "use strict";
  const form = document.getElementById("switch"), shown = document.getElementById("shown");
  form.hidden = false;
  function apply() {
    const edition = form.elements.edition.value, only = form.elements.variant.checked;
    let count = 0, all = 0;
    for (const table of document.querySelectorAll(".sides")) {
      let any = false;
      for (const cell of table.querySelectorAll("[data-edition]")) cell.hidden = Boolean(edition) && cell.dataset.edition !== edition;
      for (const row of table.querySelectorAll("tbody tr")) {
        const absent = edition && row.querySelector(`[data-edition="${CSS.escape(edition)}"]`)?.classList.contains("absent");
        row.hidden = (only && row.classList.contains("same")) || Boolean(absent);
        any ||= !row.hidden;
        all += 1;
        count += !row.hidden;
      }
      table.parentElement.hidden = !any;
      table.parentElement.previousElementSibling.hidden = !any;
    }
    shown.value = `${count} of ${all} sentences`;
  }
  form.addEventListener("input", apply);
  apply();
})();
