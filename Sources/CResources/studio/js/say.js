//@ts-check
/** What is spoken to screen readers and shown as the state of the page; and questions. */
import { button, byId, html, set, write } from "./dom.js";

/** @param {string} words */
export function say(words) {
  const region = byId("say");
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = words; });
}

/** The line in the top bar: saved, lost connection... @param {string} words @param {string} tone */
export function state(words, tone = "") {
  const node = byId("state");
  write(node, words);
  set(node, { class: `state ${tone}` });
}

const WAITING = "waiting for playtest";
/** What the top bar said before it waited. */
let before = { words: "", tone: "" };

/** While playtest does not answer, the top bar says so; then what it said before, unless it says
 * something else by now. @param {boolean} isWaiting */
export function wait(isWaiting) {
  const node = byId("state");
  if (isWaiting) {
    before = { words: node.textContent ?? "", tone: node.className.replace("state ", "") };
    state(WAITING, "warn");
  } else if (node.textContent === WAITING) {
    state(before.words, before.tone);
  }
}

/** The words of the server, which are no sentence, as one. @param {string} words */
export const sentence = (words) => words === "" ? "" : words[0].toUpperCase() + words.slice(1)
  + (/[.!?]$/.test(words) ? "" : ".");

/** There is one dialog: a question waits until those before it are answered.
 * @type {Promise<any>} */
let asked = Promise.resolve();

/** Leaves the question that is asked now, as where the page goes to another place. */
export function leaveQuestion() {
  const dialog = byId("dialog");
  if (dialog.open) dialog.close("");
}

/** Whether a question is asked: it has the keys to itself. */
export const isAsking = () => byId("dialog").open;

/**
 * Asks a question; the answer is the value of the pressed button, null if it was left.
 * @param {string} title
 * @param {string | Node} body
 * @param {{value: string, label: string, tone?: string}[]} answers
 * @param {() => string | Promise<string>} [use] does what was asked for; where it gives words, they
 *   say why that was refused, and the question stays
 * @returns {Promise<string | null>}
 */
export function ask(title, body, answers, use) {
  const answer = asked.then(() => show(title, body, answers, use));
  asked = answer;
  return answer;
}

/**
 * @param {string} title
 * @param {string | Node} body
 * @param {{value: string, label: string, tone?: string}[]} answers
 * @param {() => string | Promise<string>} [use]
 * @returns {Promise<string | null>}
 */
function show(title, body, answers, use) {
  return new Promise((resolve) => {
    const dialog = byId("dialog");
    dialog.textContent = "";
    const row = html("div", { class: "answers" });
    const problem = html("p", { class: "bad problem", role: "alert", hidden: true });
    const form = html("form", { method: "dialog" },
      html("h2", { id: "dialog-title" }, title),
      typeof body === "string" ? html("p", {}, body) : body, problem, row);
    let isUsing = false;
    let isLeft = false;
    const give = async (/** @type {string} */ value) => {
      if (value && use) {
        if (isUsing) return;
        isUsing = true;
        const words = await use();
        isUsing = false;
        // By now the dialog may show another question.
        if (isLeft) return;
        problem.hidden = words === "";
        problem.textContent = sentence(words);
        if (words) return;
      }
      dialog.close(value);
    };
    for (const answer of answers) {
      row.append(button(answer.label, () => give(answer.value), { class: answer.tone ?? "" }));
    }
    form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      give(answers[answers.length - 1].value);
    });
    dialog.append(form);
    dialog.returnValue = "";
    dialog.addEventListener("close", () => {
      isLeft = true;
      resolve(dialog.returnValue || null);
    }, { once: true });
    dialog.showModal();
    // What is typed takes the place of what is proposed.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.select();
    // A long text begins at its beginning, though the focus is on the button at its end.
    dialog.scrollTop = 0;
  });
}
