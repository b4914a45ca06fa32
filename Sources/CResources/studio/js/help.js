//@ts-check
/** The keys, in a dialog. */
import { html } from "./dom.js";
import { ask } from "./say.js";

/** @type {[string, [string, string][]][]} */
const KEYS = [
  ["In the list of levels", [
    ["Arrows", "go from level to level"], ["Enter", "open the level"], ["F2", "rename it"],
    ["Delete", "delete it"], ["N", "make a new level"], ["/", "find a level"],
  ]],
  ["With the pointer", [
    ["Click or tap", "next colour of a bubble; place an object"], ["Drag", "draw, or move an object"],
    ["Shift+drag", "draw along one row"], ["Right button; a finger or pen held half a second", "erase"],
    ["Alt+click", "pick the tool of what is there"],
  ]],
  ["Anywhere on a level", [
    ["1 to 9, E", "choose a tool, the eraser"], ["M", "mirror on or off"],
    ["Ctrl+Z", "undo"], ["Ctrl+Shift+Z, Ctrl+Y", "redo"], ["Ctrl+S", "save"],
    ["F", "read the figures aloud"], ["B", "go to the board"], ["P", "play the level"],
    ["Ctrl+wheel, two fingers", "zoom; + and − below the board"],
    ["Middle button and drag", "move the view"],
  ]],
  ["On a board of cells", [
    ["Arrows", "move"], ["Space or Enter", "use the tool"], ["Shift+arrows", "draw while moving"],
    ["T", "next colour"], ["I", "pick the tool of what is there"], ["Delete", "erase"],
  ]],
  ["On a board of objects", [
    ["Arrows, Shift+arrows", "move the cross, or the chosen object by 1 or 10 px"],
    ["Enter", "place the tool's object at the cross"], ["N, Shift+N", "select the next, previous object"],
    ["+ and −, [ and ]", "resize and rotate (with Shift: finely)"], ["Delete", "delete the object"],
    ["Escape", "clear the selection"],
  ]],
];

export function help() {
  const body = html("div", { class: "keys" });
  for (const [title, keys] of KEYS) {
    const list = html("dl", {});
    for (const [key, meaning] of keys) list.append(html("dt", {}, key), html("dd", {}, meaning));
    body.append(html("section", {}, html("h3", {}, title), list));
  }
  return ask("Keys and gestures", body, [{ value: "", label: "Close", tone: "main" }]);
}
