//@ts-check
/** Saving a level, and the questions around it. */
import { button, html } from "./dom.js";
import { ask, say } from "./say.js";

/** Asks for a name. @param {string} title @param {string} name @param {string} label */
export async function askName(title, name, label) {
  const input = html("input", { name: "name", value: name, maxlength: 80, autocomplete: "off",
    required: true });
  const answer = await ask(title, html("label", { class: "stacked" }, "Name of the level", input),
    [{ value: "", label: "Cancel" }, { value: "name", label, tone: "main" }]);
  return answer === "name" ? input.value.trim() : "";
}

/** @param {any} desk */
export async function save(desk) {
  if (desk.opened.readOnly) return saveAs(desk);
  const error = /** @type {any} */ (await desk.send("save"));
  if (!error) {
    desk.tell(`Saved as ${desk.path}.`, "good");
    say("Saved");
  } else if (error.code === "file.changed") {
    const answer = await ask("The file has changed", "Another program has written it since you "
      + "opened it. Saving replaces what it wrote.",
    [{ value: "", label: "Cancel" }, { value: "mine", label: "Save mine", tone: "danger" }]);
    if (answer) {
      await desk.send("settle", { keep: "mine" });
      await desk.send("save");
    }
  }
}

/** @param {any} desk */
export async function saveAs(desk) {
  const name = await askName(desk.opened.readOnly ? "Save a copy" : "Save as",
    desk.opened.name, "Save");
  if (!name) return;
  let error = /** @type {any} */ (await desk.send("save", { as: name }));
  if (error?.code === "level.exists") {
    const choice = await ask(`Replace ${name}?`, "There is another level of this name.",
      [{ value: "", label: "Cancel" }, { value: "replace", label: "Replace", tone: "danger" }]);
    if (choice !== "replace") return;
    error = await desk.send("save", { as: name, replace: true });
  }
  if (error) return;
  desk.opened.readOnly = false;
  desk.showState();
  desk.tell(`Saved as ${desk.path}.`, "good");
  say("Saved");
}

/** @param {any} desk */
export async function rename(desk) {
  const name = await askName("Rename the level", desk.opened.name, "Rename");
  if (name) await desk.setField("name", name);
}

/** Goes back to the level as it was saved; Redo brings the steps again. @param {any} desk */
export async function backToSaved(desk) {
  while (!desk.isSaved && desk.undoName) {
    if (await desk.step("undo")) return;
  }
  desk.tell(desk.isSaved ? "The level is the saved one again; Redo brings your steps back."
    : "There are no earlier steps.");
}

/** A bar above the board with a question that can wait. @param {any} desk @param {string} words
 * @param {...Node} answers */
function banner(desk, words, ...answers) {
  desk.banner.hidden = false;
  desk.banner.replaceChildren(html("span", {}, words), html("span", { class: "row" }, ...answers));
}

/** Unsaved steps were found. @param {any} desk @param {number} steps */
export function offerDraft(desk, steps) {
  const settle = (/** @type {string} */ action) => {
    desk.banner.hidden = true;
    desk.send(action);
  };
  banner(desk, `${steps} unsaved ${steps === 1 ? "step was" : "steps were"} kept. `,
    button("Restore", () => settle("restore"), { class: "main" }),
    button("Discard", async () => {
      const answer = await ask("Discard the unsaved steps?",
        "They cannot be brought back afterwards.",
        [{ value: "", label: "Cancel" }, { value: "yes", label: "Discard", tone: "danger" }]);
      if (answer) settle("discard");
    }));
}

/** Another program has changed the file. @param {any} desk */
export function offerConflict(desk) {
  const settle = (/** @type {string} */ keep) => {
    desk.banner.hidden = true;
    desk.send("settle", { keep });
  };
  banner(desk, "Another program has changed the file while you have unsaved steps. ",
    button("Keep mine", () => settle("mine")), button("Take the file's", () => settle("theirs")));
}
