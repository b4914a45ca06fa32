
(function () {
  "use strict";
  var byId = function (id) { return document.getElementById(id); };
  var all = function (selector, root) {
    return Array.prototype.slice.call((root || document).querySelectorAll(selector));
  };

  var contents = byId("contents");
  var desktop = window.matchMedia("(min-width: 1100px)");
  var fold = function () { contents.open = desktop.matches; };
  fold();
  desktop.addEventListener("change", fold);
  contents.addEventListener("click", function (event) {
    if (event.target.closest("a") && !desktop.matches) contents.open = false;
  });

  var filter = byId("filter"), flagged = byId("flagged");
  if (filter) {
    filter.closest("p").hidden = false;
    var links = all(".level-links li");
    var show = function () {
      var words = filter.value.trim().toLowerCase();
      links.forEach(function (item) {
        item.hidden = (flagged.checked && !item.classList.contains("flagged")) ||
          item.textContent.toLowerCase().indexOf(words) < 0;
      });
    };
    filter.addEventListener("input", show);
    flagged.addEventListener("change", show);
  }

  var table = byId("level-table");
  if (table) {
    var heads = all("thead th", table), body = table.tBodies[0];
    var key = function (row, column) {
      var cell = row.cells[column], value = cell.getAttribute("data-v");
      return value === null ? cell.textContent : value === "" ? null : Number(value);
    };
    heads.forEach(function (head, column) {
      head.querySelector("button").addEventListener("click", function () {
        var sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
        heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
        head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
        all("tr", body).map(function (row) {
          return { row: row, key: key(row, column), number: key(row, 0) };
        }).sort(function (a, b) {
          if (a.key === b.key) return a.number - b.number;
          if (a.key === null) return 1;
          if (b.key === null) return -1;
          return sign * (typeof a.key === "string" ?
            a.key.localeCompare(b.key) : a.key - b.key);
        }).forEach(function (entry) { body.appendChild(entry.row); });
        byId("sort-status").textContent = "Sorted by " + head.textContent.trim() +
          (sign > 0 ? ", ascending" : ", descending");
      });
    });
  }

  var levels = all(".level > details");
  var fromHash = function () {
    var target = location.hash.length > 1 && byId(location.hash.slice(1));
    var details = target && target.querySelector(":scope > details");
    if (!details || !target.classList.contains("level")) return;
    details.open = true;
    target.scrollIntoView();
  };
  window.addEventListener("hashchange", fromHash);
  document.addEventListener("click", function (event) {
    var link = event.target.closest("a[href='" + location.hash + "']");
    if (link && location.hash) fromHash();
  });
  fromHash();
  // On paper all sections are open, as nobody can open them there.
  var folded = [];
  window.addEventListener("beforeprint", function () {
    folded = levels.filter(function (details) { return !details.open; });
    folded.forEach(function (details) { details.open = true; });
  });
  window.addEventListener("afterprint", function () {
    folded.forEach(function (details) { details.open = false; });
  });
  var buttons = document.querySelector(".buttons");
  if (buttons) {
    buttons.hidden = false;
    byId("open-all").addEventListener("click", function () {
      levels.forEach(function (details) { details.open = true; });
    });
    byId("close-all").addEventListener("click", function () {
      levels.forEach(function (details) { details.open = false; });
    });
  }

  var copied = function (button, done) {
    button.textContent = done ? "Copied" : "Press Ctrl+C";
    byId("copy-status").textContent = done ? "Command copied" : "Press Control C to copy";
    setTimeout(function () { button.textContent = "Copy"; }, 2000);
  };
  var select = function (code) {
    var range = document.createRange();
    range.selectNodeContents(code);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  };
  all(".command code").forEach(function (code) {
    var button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", "Copy the command");
    button.addEventListener("click", function () {
      var byHand = function () {
        select(code);
        copied(button, document.execCommand("copy"));
      };
      if (!navigator.clipboard) return byHand();
      navigator.clipboard.writeText(code.textContent)
        .then(function () { copied(button, true); }, byHand);
    });
    if (code.closest("td")) code.before(button);
    else code.after(button);
  });
})();
