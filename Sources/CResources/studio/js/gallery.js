//@ts-check
/** The levels of the workspace as cards. */
import { Board } from "./board.js";
import { button, html } from "./dom.js";
import { ask, say } from "./say.js";

export class Gallery {
  /** @param {any} studio @param {any[]} levels */
  constructor(studio, levels) {
    this.studio = studio;
    this.levels = levels;
    this.filter = "";
    this.game = sessionStorage.getItem("game") ?? "";
    this.games = [...new Set(levels.map((level) => level.game))];
    const games = html("select", { "aria-label": "Game", change: () => {
      this.game = games.value;
      sessionStorage.setItem("game", this.game);
      this.draw();
    } }, html("option", { value: "" }, "All games"));
    for (const game of this.games) games.append(html("option", { value: game }, game));
    games.value = this.games.includes(this.game) ? this.game : "";
    this.game = games.value;
    const search = html("input", { type: "search", placeholder: "Find a level",
      "aria-label": "Find a level", input: () => {
        this.filter = search.value.toLowerCase();
        this.draw();
      } });
    this.own = html("div", { class: "cards" });
    this.bundled = html("div", { class: "cards" });
    this.empty = html("div", { class: "card empty" },
      html("p", {}, "This folder has no levels yet. Draw a new one, or open a bundled level below: "
        + "your changes become a level of your own."),
      button("New level", () => this.create(), { class: "main" }));
    this.node = html("div", { class: "gallery" },
      html("div", { class: "desk-bar" }, html("h1", {}, "Levels"),
        button("New level", () => this.create(), { class: "main", id: "new-level" }), games,
        search),
      this.own, this.empty, html("h2", {}, "Bundled levels"),
      html("p", { class: "soft" }, "They stay as they are. Open one and save it under a name."),
      this.bundled);
    this.watcher = new IntersectionObserver((entries) => {
      for (const entry of entries) if (entry.isIntersecting) this.picture(entry.target);
    }, { rootMargin: "300px" });
    this.draw();
  }

  draw() {
    this.own.textContent = "";
    this.bundled.textContent = "";
    for (const level of this.levels) {
      if (this.game && level.game !== this.game) continue;
      if (this.filter && !level.name.toLowerCase().includes(this.filter)) continue;
      (level.readOnly ? this.bundled : this.own).append(this.card(level));
    }
    this.empty.hidden = this.levels.some((level) => !level.readOnly);
  }

  /** @param {any} level */
  card(level) {
    const picture = html("div", { class: "picture" });
    picture.film = level.film;
    const link = html("a", { href: `#/levels/${level.level}`, class: "open" },
      html("span", { class: "level-name" }, level.name));
    const card = html("article", { class: level.problem ? "card level broken" : "card level",
      "data-level": level.name }, picture, link, html("p", { class: "soft" }, level.game));
    if (level.problem) {
      picture.append(html("p", { class: "bad" }, level.problem));
    } else {
      this.watcher.observe(picture);
    }
    if (level.draft) card.append(html("p", { class: "warn" }, "unsaved draft"));
    if (!level.readOnly) {
      card.append(button("Delete", () => this.remove(level),
        { class: "link danger", "aria-label": `Delete ${level.name}` }));
    }
    return card;
  }

  /** Draws a card's picture once it can be seen. @param {any} node */
  picture(node) {
    this.watcher.unobserve(node);
    if (!node.film || node.firstChild) return;
    node.append(new Board({ ...node.film, t: [] }, { label: "" }).svg);
  }

  async create() {
    const name = html("input", { name: "name", value: "My level", maxlength: 80 });
    const game = html("select", { name: "game" });
    for (const entry of this.studio.workspace.games) {
      if (entry.drawn) game.append(html("option", { value: entry.name }, entry.name));
    }
    const answer = await ask("New level", html("div", { class: "fields" },
      html("label", {}, "Name ", name), html("label", {}, "Game ", game)),
    [{ value: "", label: "Cancel" }, { value: "make", label: "Draw it", tone: "main" }]);
    if (answer === "make" && name.value.trim()) {
      this.studio.openNew(game.value, name.value.trim());
    }
  }

  /** @param {any} level */
  async remove(level) {
    const answer = await ask(`Delete ${level.name}?`, "The file moves to .playtest/trash.",
      [{ value: "", label: "Cancel" }, { value: "delete", label: "Delete", tone: "danger" }]);
    if (answer !== "delete") return;
    try {
      await this.studio.wire.send("delete", { level: level.level });
      this.levels = this.levels.filter((one) => one !== level);
      this.draw();
      say(`${level.name} deleted`);
    } catch (error) {
      await ask("Not deleted", /** @type {Error} */ (error).message,
        [{ value: "", label: "Close" }]);
    }
  }

  key() {
    return false;
  }

  leave() {
    this.watcher.disconnect();
  }
}
