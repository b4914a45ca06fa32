// The engine of line.py, in JavaScript.
import { Game, serve } from "../../integrations/engines/javascript/playtest-engine.mjs";

const all = Array.from({ length: 60 }, (_, move) => move);

class Line extends Game {
  static about = {
    name: "line", hidden: "none",
    fields: [{ name: "moves", kind: "whole", min: 1, max: 60, default: 1 }],
  };

  new() {
    this.points = 0;
  }

  moves() {
    return all.slice(0, this.level.moves);
  }

  apply() {
    this.points++;
  }

  score() {
    return this.points;
  }

  end() {
    return null;
  }
}

serve(Line);
