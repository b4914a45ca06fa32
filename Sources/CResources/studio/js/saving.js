//@ts-check
/** Saving a level, and the questions around it. */
import { button, html, plural } from "./dom.js";
import { ask, say, sentence } from "./say.js";

/** Whether a level comes with the program. @param {any} level */
export const isBuiltIn = (level) => level.level.startsWith("bundled-");

/** What is said where nothing can be changed. */
export const FIXED = "This studio was started with --read-only: play and watch as you like; "
  + "nothing can be changed or saved.";

/** What the bar asks about. */
export const CONFLICT = "Another program has changed the file while you have unsaved steps.";

/** The most characters of a name. */
const LONGEST = 200;

/** What is wrong with a name; empty for nothing. @param {string} name */
export function nameProblem(name) {
  const { length } = [...name];
  if (length === 0) return "Write a name.";
  return length > LONGEST
    ? `A name has at most ${LONGEST} characters; this one has ${length}.` : "";
}

/** Why a request was refused; empty where it was not. @param {Promise<any>} request */
export const refusal = (request) => request.then(() => "",
  (/** @type {Error} */ error) => error.message);

/**
 * Asks for a name.
 * @param {string} title
 * @param {string} name
 * @param {string} label
 * @param {(name: string) => string | Promise<string>} use what the name is for; gives why not
 * @returns {Promise<string>} empty where none was given
 */
export async function askName(title, name, label, use = () => "") {
  const input = html("input", { name: "name", value: name, autocomplete: "off" });
  const answer = await ask(title, html("label", { class: "stacked" }, "Name of the level", input),
    [{ value: "", label: "Cancel" }, { value: "name", label, tone: "main" }],
    () => nameProblem(input.value.trim()) || use(input.value.trim()));
  return answer === "name" ? input.value.trim() : "";
}

/** @param {any} editor */
export async function save(editor) {
  if (editor.isFixed) return editor.tell(FIXED, "bad");
  if (editor.opened.readOnly) return saveAs(editor);
  const error = /** @type {any} */ (await editor.send("save", {}, ["file.changed", "level.exists"]));
  if (!error) {
    editor.tell(`Saved as ${editor.path}.`, "good");
    say("Saved");
  } else if (error.code === "file.changed") {
    const answer = await ask("The file has changed", "Another program has changed it since you "
      + "opened it. Saving replaces that change; the replaced file is kept in the versions or, if it "
      + "cannot be read, in .playtest/trash.",
    [{ value: "", label: "Cancel" }, { value: "mine", label: "Save mine", tone: "danger" }]);
    // It may have changed once more meanwhile.
    if (answer && !await editor.send("settle", { keep: "mine" })) await save(editor);
  } else if (error.code === "level.exists") {
    const answer = await ask("The level was not saved", sentence(error.message),
      [{ value: "", label: "Cancel" }, { value: "rename", label: "Choose another name", tone: "main" }]);
    if (answer && await rename(editor)) await save(editor);
  }
}

/** The level that has a name, or the file of that name. @param {any} editor @param {string} name
 * @param {string} file */
async function replaced(editor, name, file) {
  const { levels } = await editor.wire.get("/api/levels").catch(() => ({ levels: [] }));
  const own = levels.filter((/** @type {any} */ level) => !isBuiltIn(level));
  return own.find((/** @type {any} */ level) => level.name === name)
    ?? own.find((/** @type {any} */ level) => level.file === file) ?? { name, file };
}

/** @param {any} editor */
export async function saveAs(editor) {
  const name = await askName(editor.opened.readOnly ? "Save a copy" : "Save as",
    editor.opened.name, "Save");
  if (!name) return;
  let error = /** @type {any} */ (await editor.send("save", { as: name }, ["level.exists"]));
  if (error?.code === "level.exists") {
    const other = await replaced(editor, name, error.file);
    const why = other.name === name ? "Another level has this name."
      : `The file of that level, ${other.file}, is the one of this name.`;
    const choice = await ask(`Replace ${other.name}?`,
      `${why} What it holds now is kept in ${other.problem ? ".playtest/trash" : "its versions"}.`,
      [{ value: "", label: "Cancel" }, { value: "replace", label: "Replace", tone: "danger" }]);
    if (choice !== "replace") return;
    error = await editor.send("save", { as: name, replace: true });
  }
  if (error) return;
  editor.opened.readOnly = false;
  editor.showState();
  editor.tell(`Saved as ${editor.path}.`, "good");
  say("Saved");
}

/** @param {any} editor @returns {Promise<string>} the name; empty where it stays */
export function rename(editor) {
  return askName("Rename the level", editor.opened.name, "Rename", (name) => editor.rename(name));
}

/** Goes back to the level as it was saved or begun, wherever Undo has led; one step.
 * @param {any} editor */
export async function backToSaved(editor) {
  editor.endNudge();
  if (await editor.send("revert")) return;
  editor.tell(`Back to ${editor.origin.level}; Undo reverts this.`);
  say(`Back to ${editor.origin.level}`);
}

/** A bar above the board with a question that can wait. @param {any} editor @param {string} words
 * @param {...Node} answers */
function banner(editor, words, ...answers) {
  editor.banner.hidden = false;
  editor.banner.replaceChildren(html("span", {}, words), html("span", { class: "row" }, ...answers));
}

/** Unsaved steps were found. @param {any} editor @param {number} steps */
export function offerDraft(editor, steps) {
  const settle = (/** @type {string} */ action) => editor.send(action);
  banner(editor, `${plural(steps, "unsaved step")} ${steps === 1 ? "was" : "were"} kept. `,
    button("Restore", () => settle("restore"), { class: "main" }),
    button("Discard", async () => {
      const answer = await ask("Discard the unsaved steps?",
        "They cannot be brought back afterwards.",
        [{ value: "", label: "Cancel" }, { value: "yes", label: "Discard", tone: "danger" }]);
      if (answer) settle("discard");
    }));
}

/** Another program has changed the file. @param {any} editor */
export function offerConflict(editor) {
  const settle = (/** @type {string} */ keep) => editor.send("settle", { keep });
  banner(editor, `${CONFLICT} `,
    button("Keep mine", () => settle("mine")), button("Use the file", () => settle("theirs")));
}
