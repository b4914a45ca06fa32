//@ts-check
/** The versions of a level that were saved, and one of them beside the level as it is. */
import { Board } from "./board.js";
import { button, html } from "./dom.js";
import { figure, interval, signed, together } from "./figures.js";
import { say } from "./say.js";

/** @param {number} seconds since 1970 @param {boolean} isExact whether with the seconds */
const time = (seconds, isExact) => new Date(seconds * 1000).toLocaleString([], {
  month: "short", day: "numeric", hour: "2-digit", minute: "2-digit",
  ...(isExact ? { second: "2-digit" } : {}) });

/** @param {any} version */
const when = (version) => time(version.seconds, version.isExact);

export class Versions {
  /** @param {any} editor */
  constructor(editor) {
    this.editor = editor;
    this.list = html("div", { class: "cards" });
    this.comparison = html("section", { class: "card comparison", hidden: true });
    this.words = html("p", { class: "soft", role: "status" }, "Loading the versions…");
    this.node = html("div", { class: "gallery versions" },
      html("div", { class: "editor-bar" },
        button("‹ Back to the editor", () => this.back(), { class: "back link" }),
        html("h1", { title: editor.opened.name }, "Versions of ", html("bdi", {}, editor.opened.name))),
      this.words, this.comparison, this.list);
    this.load();
  }

  back() {
    this.editor.studio.show(this.editor);
  }

  async load() {
    try {
      const { versions } = await this.editor.wire.get(`/api/versions/${this.editor.doc}`);
      this.words.textContent = versions.length > 0
        ? "What each save replaced, the newest first; the last 50 are kept."
        : "There are no earlier versions yet. Each time you save, the version before is kept here.";
      // Seconds distinguish versions that were saved in the same minute.
      const minute = (/** @type {any} */ version) => Math.floor(version.seconds / 60);
      for (const version of versions) {
        version.isExact = versions.some((/** @type {any} */ other) =>
          other !== version && minute(other) === minute(version));
      }
      for (const version of versions) this.list.append(this.card(version));
      this.node.dataset.versions = versions.length;
    } catch (error) {
      this.words.textContent = /** @type {Error} */ (error).message;
      this.words.className = "bad";
    }
  }

  /** @param {any} version */
  card(version) {
    const picture = html("div", { class: "picture" });
    if (version.film) picture.append(new Board({ ...version.film, t: [] }).svg);
    return html("article", { class: "card level", "data-version": version.number }, picture,
      html("p", { class: "level-name" }, when(version)),
      html("div", { class: "row" },
        button("Compare with now", () => this.compare(version), { class: "link" }),
        button("Use", () => this.use(version), { class: "link",
          "aria-label": `Use the version of ${when(version)}` })));
  }

  /** @param {any} version */
  async compare(version) {
    this.comparison.hidden = false;
    this.comparison.replaceChildren(html("p", { class: "soft" },
      "Playing 200 games of each player on both…"));
    try {
      const answer = await this.editor.wire.get(
        `/api/versions/${this.editor.doc}/${version.number}`);
      this.showComparison(version, answer);
    } catch (error) {
      this.comparison.replaceChildren(
        html("p", { class: "bad" }, /** @type {Error} */ (error).message));
    }
  }

  /** @param {any} version @param {any} answer */
  showComparison(version, answer) {
    const side = (/** @type {string} */ title, /** @type {any} */ film) =>
      html("figure", {}, html("figcaption", {}, title),
        film ? new Board({ ...film, t: [] }).svg : null);
    const rows = answer.after.players.map((/** @type {any} */ now, /** @type {number} */ i) => {
      const old = answer.before.players[i];
      const change = now.saved;
      const shown = (/** @type {number} */ value) => signed(now, value);
      const words = !change || change.differing.length === 0 ? ["no game ends differently"]
        : [`${shown(change.difference)} `,
          together(`[${shown(change.low)}, ${shown(change.high)}],`),
          ` ${change.differing.length} ${change.differing.length === 1 ? "ends" : "end"} differently`];
      return html("tr", {}, html("th", { scope: "row" }, now.name),
        html("td", {}, `${figure(old)} `, together(interval(old))),
        html("td", {}, `${figure(now)} `, together(interval(now))), html("td", {}, ...words));
    });
    const fields = answer.differs.map((/** @type {any} */ one) => html("li", {},
      `${one.field}: ${one.before || "not set"} → ${one.now || "not set"}`));
    this.comparison.replaceChildren(
      html("div", { class: "row" }, html("h2", {}, `${when(version)} and now`),
        button("Use this version", () => this.use(version))),
      html("div", { class: "sides" }, side(when(version), answer.film),
        side("now", answer.now)),
      html("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Pass rates" },
        html("table", {}, html("thead", {}, html("tr", {},
          ...["Player", "Then", "Now", "Change"].map((name) => html("th", { scope: "col" }, name)))),
        html("tbody", {}, ...rows))),
      fields.length > 0 ? html("ul", { class: "differs" }, ...fields)
        : html("p", { class: "soft" }, "All rules are the same."));
    this.comparison.dataset.version = version.number;
  }

  /** @param {any} version */
  async use(version) {
    const error = await this.editor.send("revert", { version: version.number });
    this.back();
    if (!error) {
      this.editor.tell("The earlier version is in the editor; Undo reverts this.");
      say("The earlier version is in the editor");
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Escape") return false;
    this.back();
    return true;
  }

  leave() {}
}
