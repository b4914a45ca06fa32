//@ts-check
/** The rules of a level as a form. */
import { html } from "./dom.js";

export class Fields {
  /** @param {any[]} fields @param {(name: string, value: string) => void} change */
  constructor(fields, change) {
    this.change = change;
    /** @type {Map<string, any>} */
    this.inputs = new Map();
    this.common = html("div", { class: "fields" });
    this.rare = html("div", { class: "fields" });
    this.details = html("details", {}, html("summary", {}, "More rules"), this.rare);
    this.node = html("section", { class: "card rules" }, html("h2", {}, "Rules"), this.common,
      this.details);
    for (const field of fields) (field.rare ? this.rare : this.common).append(this.field(field));
    this.details.hidden = this.rare.children.length === 0;
  }

  /** @param {any} field */
  field(field) {
    const id = `field-${field.name}`;
    const input = this.input(field, id);
    const problem = html("span", { class: "bad", id: `${id}-problem` });
    input.setAttribute("aria-describedby", problem.id);
    input.addEventListener("change", () =>
      this.change(field.name, input.type === "checkbox" ? String(input.checked) : input.value));
    this.inputs.set(field.name, { input, problem });
    return html("div", { class: "field" },
      html("label", { for: id, title: field.help }, field.label), input,
      field.unit ? html("span", { class: "soft" }, field.unit) : null, problem);
  }

  /** @param {any} field @param {string} id */
  input(field, id) {
    if (field.kind === "choice") {
      const select = html("select", { id });
      for (const choice of field.choices) select.append(html("option", { value: choice }, choice));
      select.value = field.value;
      return select;
    }
    if (field.kind === "flag") {
      return html("input", { id, type: "checkbox", checked: field.value === "true" });
    }
    return html("input", {
      id, value: field.value, inputmode: "decimal", autocomplete: "off",
      placeholder: field.placeholder ?? "", size: 8,
    });
  }

  /** @param {[string, string][]} values */
  show(values) {
    for (const [name, value] of values) {
      const entry = this.inputs.get(name);
      if (!entry || entry.input === document.activeElement) continue;
      if (entry.input.type === "checkbox") entry.input.checked = value === "true";
      else entry.input.value = value;
      entry.problem.textContent = "";
    }
  }

  /** @param {string} name @param {string} problem */
  mark(name, problem) {
    const entry = this.inputs.get(name);
    if (!entry) return;
    entry.problem.textContent = problem;
    entry.input.setAttribute("aria-invalid", String(problem !== ""));
  }
}
