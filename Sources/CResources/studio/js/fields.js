//@ts-check
/** The rules of a level as a form. */
import { html } from "./dom.js";

/** Fields shown without opening more. */
const COMMON = 8;

/** A value as the form shows it. @param {any} value */
const shown = (value) => value === undefined || value === null ? ""
  : typeof value === "string" ? value : JSON.stringify(value);

export class Fields {
  /** @param {any[]} fields @param {(path: string, value: string) => void} change */
  constructor(fields, change) {
    this.change = change;
    /** @type {Map<string, {field: any, input: any, problem: any}>} */
    this.entries = new Map();
    this.common = html("div", { class: "fields" });
    this.rare = html("div", { class: "fields" });
    this.details = html("details", {}, html("summary", {}, "More rules"), this.rare);
    this.node = html("section", { class: "card rules" }, html("h2", {}, "Rules"), this.common,
      this.details);
    this.build(fields);
  }

  /** @param {any[]} fields */
  build(fields) {
    this.entries.clear();
    this.common.textContent = "";
    this.rare.textContent = "";
    let common = 0;
    for (const field of fields) {
      if (field.path === "name" || field.path === "id") continue;
      // What the level says comes first; what it leaves out has its usual value.
      const isCommon = field.kind !== "json" && field.value !== undefined && common < COMMON;
      common += isCommon ? 1 : 0;
      (isCommon ? this.common : this.rare).append(this.field(field));
    }
    this.details.hidden = this.rare.children.length === 0;
  }

  /** @param {any} field */
  field(field) {
    const id = `field-${field.path}`;
    const input = this.input(field, id);
    const problem = html("span", { class: "bad", id: `${id}-problem` });
    input.setAttribute("aria-describedby", problem.id);
    input.addEventListener("change", () => this.change(field.path,
      input.type === "checkbox" ? String(input.checked)
        : input.value === "" && field.null ? "null" : input.value));
    this.entries.set(field.path, { field, input, problem });
    this.fill(field.path, field);
    return html("div", { class: field.kind === "json" ? "field wide" : "field" },
      html("label", { for: id, title: field.summary },
        field.path.replace(/^(rules|params)\./, "").replaceAll(/[._]/g, " "),
        field.unit && !field.path.endsWith(field.unit)
          ? html("span", { class: "soft" }, ` (${field.unit})`) : null), input, problem);
  }

  /** @param {any} field @param {string} id */
  input(field, id) {
    if (field.kind === "choice") {
      const select = html("select", { id });
      if (field.null || field.value === undefined) {
        select.append(html("option", { value: "" }, field.usual ? `usual: ${field.usual}` : "none"));
      }
      for (const choice of field.choices) select.append(html("option", { value: choice }, choice));
      return select;
    }
    if (field.kind === "flag") return html("input", { id, type: "checkbox" });
    return html("input", { id, autocomplete: "off", spellcheck: "false",
      inputmode: field.kind === "number" ? "decimal" : null, placeholder: shown(field.usual) });
  }

  /** The fields as they are now; others than before are built again. @param {any[]} fields */
  show(fields) {
    const paths = fields.filter((field) => field.path !== "name" && field.path !== "id");
    const isSame = paths.length === this.entries.size
      && paths.every((field) => this.entries.has(field.path));
    if (!isSame) return this.build(fields);
    for (const field of paths) this.fill(field.path, field);
  }

  /** @param {string} path @param {any} field */
  fill(path, field) {
    const entry = this.entries.get(path);
    if (!entry) return;
    const value = field.value ?? (field.kind === "flag" ? field.usual : undefined);
    if (entry.input.type === "checkbox") entry.input.checked = value === true;
    else entry.input.value = shown(value);
    this.mark(path, "");
  }

  /** @param {string} path @param {string} problem */
  mark(path, problem) {
    const entry = this.entries.get(path);
    if (!entry) return;
    entry.problem.textContent = problem;
    entry.input.setAttribute("aria-invalid", String(problem !== ""));
  }
}
