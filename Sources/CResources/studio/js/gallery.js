//@ts-check
/** The levels of the workspace as cards with their pass rates. */
import { Board } from "./board.js";
import { Curve } from "./curve.js";
import { button, html, plural } from "./dom.js";
import { figure } from "./figures.js";
import { askName, isBuiltIn, nameProblem, refusal } from "./saving.js";
import { ask, say, sentence } from "./say.js";

export class Gallery {
  /** @param {any} studio @param {any[]} levels */
  constructor(studio, levels) {
    this.studio = studio;
    this.levels = levels;
    for (const level of levels) level.rates = studio.rates.get(level.content);
    this.shown = studio.shown;
    /** Levels whose cards can be seen come first. @type {any[]} */
    this.wanted = [];
    this.isLeft = false;
    this.own = html("div", { class: "cards" });
    this.bundled = html("div", { class: "cards" });
    this.curve = html("div", { class: "curve-place" });
    this.drawing = new Curve();
    /** How many pass rates the order lacks. */
    this.progress = html("p", { class: "soft progress", hidden: true });
    this.none = html("p", { class: "soft", role: "status", hidden: true }, "No level matches.");
    const hasBuiltIn = levels.some(isBuiltIn);
    this.empty = html("div", { class: "card empty" },
      html("h2", {}, "Make the first level of this folder"),
      html("p", {}, hasBuiltIn ? "Draw a new one, or open a built-in level below and draw on it: "
        + "saving makes your own copy. " : "Draw a new one. ",
      "Simulated players play along with every stroke."),
      button("New level", () => this.create(), { class: "main", id: "first-level" }));
    this.bundledTitle = html("div", { class: "section-title" }, html("h2", {}, "Built-in levels"),
      html("p", { class: "soft" }, this.isFixed ? "Open one to play it, or to watch players play it."
        : "They never change. Open one, draw on it and save a copy."));
    const places = studio.workspace.bundledPlaces ?? [];
    this.missing = html("p", { class: "soft", id: "no-built-in", hidden: places.length === 0 },
      `No built-in levels were found. playtest looked for them in ${places.join(", ")}.`);
    this.node = html("div", { class: "gallery" },
      html("div", { class: "editor-bar" }, html("h1", {}, "Levels"), this.controls()),
      this.curve, this.progress, this.empty, this.own, this.none, this.bundledTitle,
      this.bundled, this.missing);
    this.watcher = new IntersectionObserver((entries) => {
      for (const entry of entries) if (entry.isIntersecting) this.seen(entry.target);
    }, { rootMargin: "300px" });
    this.draw();
  }

  /** Whether nothing can be changed, as the studio was started with --read-only. */
  get isFixed() {
    return this.studio.workspace.readOnly === true;
  }

  controls() {
    const { shown } = this;
    const choice = (/** @type {string} */ label, /** @type {string} */ key,
      /** @type {[string, string][]} */ options) => {
      const select = html("select", { id: `list-${key}`, change: () => {
        shown[key] = select.value;
        this.draw();
      } }, ...options.map(([value, name]) => html("option", { value }, name)));
      if (!options.some(([value]) => value === shown[key])) shown[key] = options[0][0];
      select.value = shown[key];
      return html("label", { class: "control" }, html("span", { class: "soft" }, label), select);
    };
    this.newLevel = button("New level", () => this.create(), { class: "main", id: "new-level" });
    const games = [...new Set(this.levels.map((level) => level.game).filter(Boolean))];
    const find = html("input", { type: "search", id: "find", value: shown.find, input: () => {
      shown.find = find.value;
      this.draw();
    } });
    return html("div", { class: "controls-row" },
      html("label", { class: "control" }, html("span", { class: "soft" }, "Find"), find),
      choice("Game", "game", [["", "all"], ...games.map((game) =>
        /** @type {[string, string]} */ ([game, game]))]),
      choice("Sort by", "sort", [["order", "order"], ["hard", "hardest first"],
        ["easy", "easiest first"], ["name", "name"]]),
      choice("Pass rate of", "player", this.studio.players.map((/** @type {string} */ name) =>
        [name, name])),
      this.newLevel);
  }

  /** The levels that are asked for, in their order. */
  matching() {
    const { game, find, sort } = this.shown;
    const levels = this.levels.filter((level) => (!game || level.game === game)
      && level.name.toLowerCase().includes(find.trim().toLowerCase()));
    const rate = (/** @type {any} */ level) => this.rate(level)?.value ?? null;
    if (sort === "name") {
      levels.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
    }
    if (this.isByRate) {
      const sign = sort === "hard" ? 1 : -1;
      // What is not known yet, or has no pass rate, comes last.
      const key = (/** @type {any} */ level) => {
        const row = this.rate(level);
        return !row || row.scored || row.value === null ? Infinity : sign * row.value;
      };
      levels.sort((a, b) => {
        const [x, y] = [key(a), key(b)];
        return x === y ? 0 : x - y;
      });
    }
    return levels;
  }

  /** What is known of a level's pass rate. @param {any} level */
  rate(level) {
    return level.rates?.[this.shown.player] ?? null;
  }

  draw() {
    this.watcher.disconnect();
    this.wanted = [];
    const levels = this.matching();
    const own = levels.filter((level) => !isBuiltIn(level));
    const bundled = levels.filter(isBuiltIn);
    this.own.replaceChildren(...own.map((level) => this.card(level)));
    this.bundled.replaceChildren(...bundled.map((level) => this.card(level)));
    const hasOwn = this.levels.some((level) => !isBuiltIn(level));
    this.empty.hidden = this.isFixed || hasOwn;
    this.newLevel.hidden = this.isFixed || !hasOwn;
    this.none.hidden = levels.length > 0 || this.levels.length === 0;
    this.bundledTitle.hidden = bundled.length === 0;
    this.drawCurve();
    this.showProgress();
    this.play();
  }

  /** Whether the cards are in the order of their pass rates. */
  get isByRate() {
    return this.shown.sort === "hard" || this.shown.sort === "easy";
  }

  /** The order by difficulty is that of all levels only once all their rates are known. */
  showProgress() {
    const count = this.unrated().length;
    this.progress.hidden = !this.isByRate || count === 0;
    this.progress.textContent = `${plural(count, "level")} without a pass rate ${count === 1 ? "is" : "are"}`
      + " listed last; the order changes when all have one.";
  }

  /** The curve of the own levels, or of one game's built-in ones. */
  drawCurve() {
    const levels = this.matching();
    const own = levels.filter((level) => !isBuiltIn(level) && !level.problem);
    const some = own.length > 1 ? own : this.shown.game ? levels.filter(isBuiltIn) : [];
    const rated = some.map((level) => ({ name: level.name, level: level.level,
      rate: this.rate(level) }));
    const known = rated.filter((one) => one.rate && !one.rate.scored);
    if (known.length < 2) return this.curve.replaceChildren();
    this.drawing.show(rated, this.shown.player);
    // Put there again, it would lose the focus and its place.
    if (!this.curve.firstChild) this.curve.append(this.drawing.node);
  }

  /** Whether another level of the list, built in or not as this one is, has the same name.
   * @param {any} level */
  isNamesake(level) {
    return this.levels.some((one) => one !== level && one.name === level.name
      && isBuiltIn(one) === isBuiltIn(level));
  }

  /** @param {any} level */
  card(level) {
    const picture = html("div", { class: "picture" });
    const card = html("article", { class: level.problem ? "card level broken" : "card level",
      "data-level": level.name }, picture);
    card.level = level;
    level.card = card;
    if (level.picture) picture.append(level.picture);
    if (level.problem) {
      picture.append(html("p", { class: "bad" }, "cannot be read"));
      card.append(html("h3", { class: "level-name", dir: "auto", title: level.name }, level.name),
        html("p", { class: "bad problem", title: level.problem }, level.problem));
    } else {
      card.append(html("a", { href: `#/levels/${level.level}`, class: "open" },
        html("h3", { class: "level-name", dir: "auto", title: level.name }, level.name)),
      html("p", { class: "soft" }, level.file && this.isNamesake(level)
        ? `${level.game}, ${level.file}` : level.game));
      card.rate = html("div", { class: "rate" });
      card.append(card.rate);
      this.showRate(card);
      this.watcher.observe(card);
    }
    if (level.draft) card.append(html("p", { class: "badge warn" }, "unsaved draft"));
    if (!level.readOnly) {
      card.append(html("div", { class: "row card-actions" },
        level.problem ? null : button("Rename", () => this.rename(level),
          { class: "link", "aria-label": `Rename ${level.name}`, title: "F2" }),
        button("Delete", () => this.remove(level),
          { class: "link danger", "aria-label": `Delete ${level.name}`, title: "Delete" })));
    }
    return card;
  }

  /** Draws a card's picture, and asks for its pass rate, once it can be seen. @param {any} card */
  seen(card) {
    const { level } = card;
    if (level.film && !level.picture) {
      level.picture = new Board({ ...level.film, t: [] }, { label: "" }).svg;
      level.picture.setAttribute("aria-hidden", "true");
      card.querySelector(".picture").append(level.picture);
    }
    this.watcher.unobserve(card);
    if (!this.rate(level)) {
      this.wanted.push(card);
      this.play();
    }
  }

  /** The levels that are shown and whose pass rates are not known, own ones first. */
  unrated() {
    const levels = this.matching().filter((level) => !level.problem && !this.rate(level));
    return [...levels.filter((level) => !isBuiltIn(level)), ...levels.filter(isBuiltIn)];
  }

  /** The level whose pass rate is asked for next: of a card that can be seen, then of the others;
   * null where all are known. */
  nextLevel() {
    while (this.wanted.length > 0) {
      const { level } = this.wanted.shift();
      if (!this.rate(level)) return level;
    }
    return this.unrated()[0] ?? null;
  }

  /** Asks for the pass rates that are not known, one after another. */
  async play() {
    if (this.isPlaying) return;
    this.isPlaying = true;
    for (let level = this.nextLevel(); level; level = this.nextLevel()) {
      const { player } = this.shown;
      const answer = await this.studio.wire.get(`/api/rates/${player}/${level.level}`)
        .catch((/** @type {Error} */ error) => ({ problem: error.message, isLost: true }));
      // Without a connection nothing is known of a level; the list is made again with the next one.
      if (this.isLeft || (!answer.players && !this.studio.wire.isOpen)) break;
      level.rates = { ...level.rates,
        [player]: answer.players?.[0] ?? { problem: answer.problem ?? "", value: null } };
      // What has no answer is not known of the level.
      if (!answer.isLost) this.studio.rates.set(level.content, level.rates);
      // The cards may have been drawn again meanwhile.
      if (level.card) this.showRate(level.card);
      this.drawCurve();
      this.showProgress();
      if (this.wanted.length === 0) this.showRated();
      // Whoever sorts by difficulty sees the order once it is known: cards that move with each new
      // figure could not be pressed.
      const isDone = !this.unrated().some((one) => isBuiltIn(one) === isBuiltIn(level));
      if (isDone && this.isByRate && this.orderDiffers()) {
        const held = this.held();
        this.draw();
        if (held) this.hold(held);
      }
    }
    this.isPlaying = false;
    this.showRated();
  }

  /** Says on the page itself how many pass rates it has, once all cards in sight have theirs. */
  showRated() {
    this.node.dataset.rated = String(this.levels.filter((level) => this.rate(level)).length);
  }

  /** Whether the order of the cards is not that of the rates. */
  orderDiffers() {
    const names = [...this.own.children, ...this.bundled.children].map((card) => card.level);
    const levels = this.matching();
    const wanted = [...levels.filter((level) => !isBuiltIn(level)), ...levels.filter(isBuiltIn)];
    return wanted.some((level, index) => level !== names[index]);
  }

  /** @param {any} card */
  showRate(card) {
    const row = this.rate(card.level);
    if (!row) {
      card.rate.replaceChildren(html("span", { class: "soft" }, "…"));
      return;
    }
    if (row.problem !== undefined || row.value === null) {
      card.rate.replaceChildren(html("span", { class: "soft", title: row.problem ?? "" },
        "no figure"));
      return;
    }
    const words = html("span", {}, `${this.shown.player} `, html("b", {}, figure(row)),
      row.scored ? " points on average" : "", html("span", { class: "soft games" },
        `${row.scored ? "," : " of"} ${plural(row.games, "game")}`));
    card.rate.dataset.games = row.games;
    card.rate.replaceChildren(words);
    if (row.scored) return;
    const mark = html("span", { class: "mark" });
    mark.style.left = `${row.value * 100}%`;
    const range = html("span", { class: "interval" });
    range.style.left = `${row.low * 100}%`;
    range.style.width = `${(row.high - row.low) * 100}%`;
    card.rate.append(html("div", { class: "scale", role: "img",
      "aria-label": `${figure(row)} of ${plural(row.games, "game")}` }, range, mark));
  }

  async create() {
    const name = html("input", { name: "name", value: this.freeName(),
      autocomplete: "off" });
    const game = html("select", { name: "game" });
    for (const entry of this.studio.workspace.games) {
      game.append(html("option", { value: entry.name },
        entry.name + (entry.drawn ? "" : " (rules only)")));
    }
    if (this.shown.game) game.value = this.shown.game;
    const summary = html("p", { class: "soft", id: "summary-of-game", "aria-live": "polite" });
    const explain = () => {
      summary.textContent = this.studio.workspace.games.find(
        (/** @type {any} */ entry) => entry.name === game.value)?.summary ?? "";
    };
    game.addEventListener("change", explain);
    game.setAttribute("aria-describedby", summary.id);
    explain();
    /** @type {any} */
    let opened;
    const open = async () => {
      opened = await this.studio.wire.send("open",
        { new: { game: game.value, name: name.value.trim() } });
    };
    await ask("New level", html("div", { class: "fields" },
      html("label", { class: "stacked" }, "Name", name),
      html("label", { class: "stacked" }, "Game", game), summary),
    [{ value: "", label: "Cancel" }, { value: "make", label: "Create", tone: "main" }],
    () => nameProblem(name.value.trim()) || refusal(open()));
    if (opened) this.studio.showNew(opened);
  }

  /** A name that no level has. */
  freeName() {
    const names = new Set(this.levels.map((level) => level.name));
    let name = "My level";
    for (let number = 2; names.has(name); number += 1) name = `My level ${number}`;
    return name;
  }

  /** @param {any} level */
  async remove(level) {
    const answer = await ask(`Delete ${level.name}?`, level.file
      ? `The file ${level.file} moves to .playtest/trash.${level.draft ? " Its unsaved steps are lost." : ""}`
      : "It was never saved, so this cannot be undone.",
    [{ value: "", label: "Cancel" }, { value: "delete", label: "Delete", tone: "danger" }]);
    if (answer !== "delete") return;
    const place = this.cards.indexOf(level.card);
    try {
      await this.studio.wire.send("delete", { level: level.level });
      this.deleted(level, place);
      say(`${level.name} deleted`);
    } catch (error) {
      await ask("Not deleted", sentence(/** @type {Error} */ (error).message),
        [{ value: "", label: "Close" }]);
    }
  }

  /** Continues with the card that has taken the place of a deleted one, in the list that is shown now.
   * @param {any} level @param {number} place */
  deleted(level, place) {
    const { screen } = this.studio;
    const list = screen instanceof Gallery ? screen : this;
    list.levels = list.levels.filter((/** @type {any} */ one) => one.level !== level.level);
    list.draw();
    const own = list.own.children;
    const next = own[Math.min(place, own.length - 1)];
    const begin = list.empty.hidden ? list.newLevel : list.empty.querySelector("button");
    (next?.querySelector("a.open, button") ?? begin)?.focus();
    this.studio.listAgain();
  }

  /** Asks for another name of a level; its file stays where it is. @param {any} level */
  async rename(level) {
    if (level.draft) {
      const answer = await ask(`${level.name} has unsaved steps`,
        "Open it, save or discard them, and rename it there.",
        [{ value: "", label: "Cancel" }, { value: "open", label: "Open", tone: "main" }]);
      if (answer === "open") location.hash = `#/levels/${level.level}`;
      else this.renamed(level.level, "");
      return;
    }
    const name = await askName("Rename the level", level.name, "Rename", (name) =>
      name === level.name ? "" : refusal(this.setName(level, name)));
    this.renamed(level.level, name);
  }

  /** Opens a level, gives it another name and saves it. @param {any} level @param {string} name */
  async setName(level, name) {
    const { wire } = this.studio;
    const opened = await wire.send("open", { level: level.level });
    try {
      if (!opened.saved || opened.draft) {
        throw new Error("It has unsaved steps. Open it, save or discard them, and rename it there.");
      }
      await wire.send("rename", { doc: opened.doc, name });
      await wire.send("save", { doc: opened.doc });
    } finally {
      await wire.send("look", { doc: opened.doc, players: [], games: 0 });
    }
  }

  /** Continues in the list that is shown now, where a level was renamed or was not: meanwhile another
   * one may have taken the place of this one. @param {string} id @param {string} name "" for none */
  renamed(id, name) {
    const { screen } = this.studio;
    const list = screen instanceof Gallery ? screen : this;
    const level = list.levels.find((/** @type {any} */ one) => one.level === id);
    if (level && name && level.name !== name) {
      level.name = name;
      list.draw();
      say(`Renamed to ${name}`);
      this.studio.listAgain();
    }
    list.focus(level);
  }

  /** What has the focus, for a list that takes the place of this one. */
  held() {
    const at = /** @type {any} */ (document.activeElement);
    if (!this.node.contains(at)) return null;
    return { id: at.id, level: at.closest(".level")?.level.level, point: this.drawing.levelAt(at) };
  }

  /** @param {{id: string, level?: string, point?: string}} held */
  hold(held) {
    if (held.id) document.getElementById(held.id)?.focus({ preventScroll: true });
    else if (held.point) this.drawing.focus(held.point);
    else this.focus(this.levels.find((level) => level.level === held.level));
  }

  /** How far the list is scrolled, and where in the window a card is that is in sight: what is above it
   * may be more or less when the list is shown again. @param {string | undefined} opened the level whose
   * card it is to be, if that can be seen */
  place(opened) {
    const seen = this.cards.filter((one) => {
      const { top } = one.getBoundingClientRect();
      return top >= 0 && top < innerHeight;
    });
    const card = seen.find((one) => one.level.level === opened) ?? seen[0];
    return { scrolled: scrollY, level: card?.level.level, top: card?.getBoundingClientRect().top ?? 0 };
  }

  /** Scrolls to where a list was left. @param {{scrolled: number, level: string | undefined,
   * top: number}} place */
  goTo({ scrolled, level, top }) {
    scrollTo(0, scrolled);
    const card = this.cards.find((one) => one.level.level === level);
    if (scrolled > 0 && card) scrollBy(0, card.getBoundingClientRect().top - top);
  }

  /** @param {any} level */
  focus(level) {
    level?.card?.querySelector("a.open")?.focus({ preventScroll: true });
  }

  /** The cards in their order. @returns {any[]} */
  get cards() {
    return [...this.own.children, ...this.bundled.children];
  }

  /** Moves from card to card: along a row, or to the nearest card of another row.
   * @param {string} key @param {any} card */
  step(key, card) {
    const all = this.cards;
    const index = all.indexOf(card);
    let next = all[index + (key === "ArrowRight" ? 1 : -1)];
    if (key === "ArrowUp" || key === "ArrowDown") {
      const down = key === "ArrowDown";
      const [at, places] = [card.getBoundingClientRect(),
        all.map((one) => one.getBoundingClientRect())];
      const tops = places.map((one) => one.top).filter((top) => down ? top > at.top : top < at.top);
      const top = down ? Math.min(...tops) : Math.max(...tops);
      const row = all.filter((_, i) => places[i].top === top);
      next = row.sort((a, b) => Math.abs(a.getBoundingClientRect().left - at.left)
        - Math.abs(b.getBoundingClientRect().left - at.left))[0];
    }
    next?.querySelector("a.open, button")?.focus();
  }

  /** Keys on a card: arrows, F2 and Delete; Enter opens it as a link. @param {KeyboardEvent} event */
  key(event) {
    const card = /** @type {any} */ (document.activeElement?.closest(".level"));
    const level = card?.level;
    const isOwn = level && !level.readOnly;
    if (event.key === "/") document.getElementById("find")?.focus();
    else if (event.key.toLowerCase() === "n" && !this.isFixed) this.create();
    else if (event.key === "Delete" && isOwn) this.remove(level);
    else if (event.key === "F2" && isOwn && !level.problem) this.rename(level);
    else if (event.key.startsWith("Arrow") && card) this.step(event.key, card);
    else return false;
    return true;
  }

  leave() {
    this.isLeft = true;
    this.watcher.disconnect();
  }
}
