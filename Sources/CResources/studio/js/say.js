//@ts-check
/** What is spoken to screen readers and shown as the state of the page; and questions. */
import { button, byId, html } from "./dom.js";

/** @param {string} words */
export function say(words) {
  const region = byId("say");
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = words; });
}

/** The line in the top bar: saved, lost connection... @param {string} words @param {string} tone */
export function state(words, tone = "") {
  const node = byId("state");
  node.textContent = words;
  node.className = `state ${tone}`;
}

/**
 * Asks a question; the answer is the value of the pressed button, null if it was left.
 * @param {string} title
 * @param {string | Node} body
 * @param {{value: string, label: string, tone?: string}[]} answers
 * @returns {Promise<string | null>}
 */
export function ask(title, body, answers) {
  return new Promise((resolve) => {
    const dialog = byId("dialog");
    dialog.textContent = "";
    const row = html("div", { class: "answers" });
    const form = html("form", { method: "dialog" },
      html("h2", { id: "dialog-title" }, title),
      typeof body === "string" ? html("p", {}, body) : body, row);
    for (const answer of answers) {
      row.append(button(answer.label, () => dialog.close(answer.value),
        { class: answer.tone ?? "" }));
    }
    form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      dialog.close(answers[answers.length - 1].value);
    });
    dialog.append(form);
    dialog.returnValue = "";
    dialog.addEventListener("close", () => resolve(dialog.returnValue || null), { once: true });
    dialog.showModal();
    // A long text begins at its beginning, though the focus is on the button at its end.
    dialog.scrollTop = 0;
  });
}
