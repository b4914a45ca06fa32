//@ts-check
/** The rules of a level as a form. */
import { afterPress, html, set, write } from "./dom.js";

/** Parts of a field's path: "spawn.weights.red" is of the group "spawn". @param {string} path */
const group = (path) => /^([^.[]+)[.[]/.exec(path)?.[1] ?? "";

/** A part of a path as words: "maxBounces" as "max bounces". @param {string} name */
const words = (name) => name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").replaceAll(/[._]/g, " ")
  .replaceAll(/\[(\d+)\]/g, " $1").trim().toLowerCase();

/** A value as the form shows it. @param {any} value */
const shown = (value) => value === undefined || value === null ? ""
  : typeof value === "string" ? value : JSON.stringify(value);

/** The parts of the path of a number of a list's element, such as "bubbles[2].probability".
 * @param {string} path */
const element = (path) => {
  const [, list, part] = /^(.+)\[\d+\]\.([^.[]+)$/.exec(path) ?? [];
  return list === undefined ? null : { list, part };
};

/** The most characters of a number for which its usual box has room. */
const SHORT = 5;

export class Fields {
  /** @param {any[]} fields @param {(path: string, value: string) => Promise<string>} change gives why
   *   not */
  constructor(fields, change) {
    this.change = change;
    /** The values that fields had where what was typed was refused: what is typed stays there while
     * the level has them. @type {Map<string, string>} */
    this.refused = new Map();
    /** The field that is being typed in; empty for none. */
    this.typing = "";
    /** @type {Map<string, {field: any, input: any, problem: any}>} */
    this.entries = new Map();
    /** Where fields stand, by their paths. @type {Map<string, number>} */
    this.ranks = new Map();
    this.common = html("div", { class: "fields" });
    this.groups = html("div", { class: "groups" });
    this.node = html("section", { class: "card rules" }, html("h2", {}, "Rules"), this.common,
      this.groups);
    this.build(fields);
  }

  /** @param {any[]} fields */
  build(fields) {
    this.entries.clear();
    this.refused.clear();
    this.typing = "";
    this.common.textContent = "";
    this.groups.textContent = "";
    /** @type {Map<string, any[]>} */
    const groups = new Map();
    // First what the level says, then limits that it may set, then what has a usual value.
    // A field keeps its place when its value changes, as it may be below the pointer.
    const rank = (/** @type {any} */ field) => this.ranks.get(field.path)
      ?? (field.value !== undefined ? 0 : field.kind === "number" && field.usual === undefined ? 1 : 2);
    for (const field of fields) this.ranks.set(field.path, rank(field));
    const sorted = fields.map((field, index) => ({ field, index })).sort((a, b) =>
      rank(a.field) - rank(b.field) || a.index - b.index).map((one) => one.field);
    for (const field of sorted) {
      if (field.path === "name" || field.path === "id") continue;
      // Texts of JSON come last: few levels need them.
      const name = field.kind === "json" ? "advanced" : group(field.path);
      if (name === "") this.common.append(this.field(field, field.path));
      else groups.set(name, [...groups.get(name) ?? [], field]);
    }
    const advanced = groups.get("advanced");
    groups.delete("advanced");
    if (advanced) groups.set("advanced", advanced);
    for (const [name, all] of groups) {
      const own = all.some((field) => field.value !== undefined) && name !== "advanced";
      const shown = name === "advanced" ? fields.filter((one) => all.includes(one))
        .map((field) => this.field(field, field.path)) : this.members(name, fields, all);
      // The card itself is that of the rules.
      const title = name === "rules" ? "more rules" : words(name);
      this.groups.append(html("details", { open: own }, html("summary", {}, title),
        html("div", { class: "fields" }, ...shown)));
    }
  }

  /**
   * The fields of a group; those of the members of a list stand below a heading for each.
   * @param {string} name
   * @param {any[]} fields
   * @param {any[]} group
   */
  members(name, fields, group) {
    const nodes = [];
    let last = -1;
    for (const field of fields.filter((one) => group.includes(one))) {
      const rest = field.path.slice(name.length);
      const [, number, part] = /^\[(\d+)\]\.?(.*)$/.exec(rest) ?? [];
      if (number !== undefined && Number(number) !== last) {
        last = Number(number);
        nodes.push(html("h3", {}, `${words(name).replace(/s$/, "")} ${last + 1}`));
      }
      nodes.push(this.field(field, number === undefined ? rest : part || rest));
    }
    return nodes;
  }

  /** @param {any} field @param {string} name */
  field(field, name) {
    const id = `field-${field.path}`;
    const input = this.input(field, id);
    const problem = html("span", { class: "bad", id: `${id}-problem` });
    input.setAttribute("aria-describedby", problem.id);
    input.addEventListener("input", () => {
      this.typing = field.path;
      this.widen(input);
    });
    /** The value of what is no number, such as "-" or "1e", is empty as well. */
    const isBad = () => {
      if (!input.validity.badInput) return false;
      this.typing = "";
      this.mark(field.path, `Write ${field.whole ? "a whole number" : "a number"}.`);
      return true;
    };
    // Without a change, what was typed is again what stood there; the level may have changed since. Where
    // nothing stood, what is no number is no change.
    input.addEventListener("blur", () => {
      if (this.typing !== field.path || isBad()) return;
      this.typing = "";
      this.fill(field.path, this.entries.get(field.path)?.field);
    });
    input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter") isBad();
    });
    input.addEventListener("change", () => {
      this.typing = "";
      if (isBad()) return;
      // An empty field has what stands there as its default: the field is left out, or is none.
      const isNone = input.value === "" && field.null && (field.usual ?? null) === null;
      this.use(field.path, input.type === "checkbox" ? String(input.checked)
        : isNone ? "null" : input.value);
    });
    this.entries.set(field.path, { field, input, problem });
    this.fill(field.path, field);
    return html("div", { class: field.kind === "json" ? "field wide"
      : field.kind === "choice" ? "field pick" : "field" },
      html("label", { for: id, title: field.summary },
        words(name),
        field.unit && !field.path.toLowerCase().endsWith(field.unit)
          ? html("span", { class: "soft" }, ` (${field.unit})`) : null), input, problem);
  }

  /** Numbers of a list that depend on each other, such as shares that sum to 1, cannot be changed one
   * by one: after a refusal those that stand in the form are set together.
   * @param {string} path */
  together(path) {
    const own = element(path);
    const all = !own ? [] : [...this.entries.values()].filter(({ field, input }) => {
      const other = element(field.path);
      return other?.list === own.list && other.part === own.part && input.type === "number";
    });
    return all.some(({ field }) => field.path !== path && this.refused.has(field.path))
      && all.every(({ input }) => input.value !== "" && input.checkValidity()) ? all : [];
  }

  /** Sets a field, and those with it that wait for it. @param {string} path @param {string} value */
  async use(path, value) {
    const all = this.together(path);
    const own = element(path);
    const isMany = all.length > 0 && own !== null;
    const paths = isMany ? all.map(({ field }) => field.path) : [path];
    const before = new Map(paths.map((one) => [one, JSON.stringify(this.entries.get(one)?.field.value)]));
    // Sent now, the form is to show what the level has then.
    for (const one of paths) this.refused.delete(one);
    const problem = await (isMany
      ? this.change(`${own.list}[*].${own.part}`, `[${all.map(({ input }) => input.value)}]`)
      : this.change(path, value));
    if (problem) {
      for (const one of paths) this.refused.set(one, before.get(one) ?? "");
    }
    for (const one of paths) this.mark(one, one === path ? problem : "", problem !== "");
  }

  /** @param {any} field @param {string} id */
  input(field, id) {
    if (field.kind === "choice") {
      const select = html("select", { id });
      if (field.null || field.value === undefined) {
        select.append(html("option", { value: "" }, field.usual ? `${field.usual} (default)` : "none"));
      }
      for (const choice of field.choices) select.append(html("option", { value: choice }, choice));
      return select;
    }
    if (field.kind === "flag") return html("input", { id, type: "checkbox" });
    const isNumber = field.kind === "number";
    const limit = (/** @type {number} */ value) => Math.abs(value) < 1e9 ? value : null;
    return html("input", { id, autocomplete: "off", spellcheck: "false",
      type: isNumber ? "number" : "text", step: isNumber ? field.whole ? 1 : "any" : null,
      min: isNumber ? limit(field.low) : null, max: isNumber ? limit(field.high) : null,
      placeholder: shown(field.usual) || (field.null ? "none" : "") });
  }

  /**
   * The rule to change first: the number that has the name of a reason, such as `moves`, else the
   * first number that is shown; null for none.
   * @param {string | undefined} reason why most games are lost
   */
  rule(reason) {
    const numbers = [...this.entries.values()].filter((one) =>
      one.input.type === "number" && this.common.contains(one.input));
    const entry = numbers.find((one) => words(one.field.path) === reason) ?? numbers[0];
    return entry ? { name: words(entry.field.path), focus: () => entry.input.focus() } : null;
  }

  /** The fields as they are now; others than before are built again. @param {any[]} fields */
  show(fields) {
    const paths = fields.filter((field) => field.path !== "name" && field.path !== "id");
    const isSame = paths.length === this.entries.size
      && paths.every((field) => this.entries.has(field.path));
    if (!isSame) return afterPress(this.node, () => this.buildAgain(fields));
    for (const field of paths) this.fill(field.path, field);
  }

  /** What has the focus has it afterwards too. @param {any[]} fields */
  buildAgain(fields) {
    const held = /** @type {any} */ (document.activeElement);
    const hadFocus = this.node.contains(held);
    this.build(fields);
    if (hadFocus) this.entries.get(held.id.replace("field-", ""))?.input.focus({ preventScroll: true });
  }

  /** @param {string} path @param {any} field */
  fill(path, field) {
    const entry = this.entries.get(path);
    if (!entry) return;
    const isTyped = path === this.typing || (this.refused.has(path)
      && this.refused.get(path) === (JSON.stringify(field.value) ?? ""));
    entry.field = field;
    if (isTyped) return;
    this.refused.delete(path);
    const value = field.value ?? (field.kind === "flag" ? field.usual : undefined);
    if (entry.input.type === "checkbox") entry.input.checked = value === true;
    else if (entry.input.value !== shown(value) || entry.input.validity.badInput) {
      entry.input.value = shown(value);
    }
    this.widen(entry.input);
    this.mark(path, "");
  }

  /** Gives a long number more room. @param {any} input */
  widen(input) {
    input.classList.toggle("long", input.type === "number"
      && Math.max(input.value.length, input.placeholder.length) > SHORT);
  }

  /** @param {string} path @param {string} problem @param {boolean} isBad */
  mark(path, problem, isBad = problem !== "") {
    const entry = this.entries.get(path);
    if (!entry) return;
    afterPress(this.node, () => {
      write(entry.problem, problem);
      set(entry.input, { "aria-invalid": String(isBad) });
    });
  }
}
