#include "CResources.h"

#include <stddef.h>
#include <string.h>

// Each text ends with a zero. The compiler notes the files as what it read, so a build notices when
// only one of them has changed.
static const struct {
  const char *path, *text;
} files[] = {
    // The report and its parts.
    {"report/page.mustache", (const char[]){
#embed "report/page.mustache" suffix(, 0)
    }},
    {"report/balance.mustache", (const char[]){
#embed "report/balance.mustache" suffix(, 0)
    }},
    {"report/comparison.mustache", (const char[]){
#embed "report/comparison.mustache" suffix(, 0)
    }},
    {"report/level.mustache", (const char[]){
#embed "report/level.mustache" suffix(, 0)
    }},
    {"report/method.mustache", (const char[]){
#embed "report/method.mustache" suffix(, 0)
    }},
    {"report/scene.mustache", (const char[]){
#embed "report/scene.mustache" suffix(, 0)
    }},
    {"report/sheet.mustache", (const char[]){
#embed "report/sheet.mustache" suffix(, 0)
    }},
    {"report/page.css", (const char[]){
#embed "report/page.css" suffix(, 0)
    }},
    {"report/balls.css", (const char[]){
#embed "report/balls.css" suffix(, 0)
    }},
    {"report/pictures.css", (const char[]){
#embed "report/pictures.css" suffix(, 0)
    }},
    {"report/scene.css", (const char[]){
#embed "report/scene.css" suffix(, 0)
    }},
    {"report/sections.css", (const char[]){
#embed "report/sections.css" suffix(, 0)
    }},
    {"report/film.css", (const char[]){
#embed "report/film.css" suffix(, 0)
    }},
    {"report/bodies.css", (const char[]){
#embed "report/bodies.css" suffix(, 0)
    }},
    {"report/player.css", (const char[]){
#embed "report/player.css" suffix(, 0)
    }},
    {"report/narrow.css", (const char[]){
#embed "report/narrow.css" suffix(, 0)
    }},
    {"report/print.css", (const char[]){
#embed "report/print.css" suffix(, 0)
    }},
    {"report/sheet.css", (const char[]){
#embed "report/sheet.css" suffix(, 0)
    }},
    {"report/page.js", (const char[]){
#embed "report/page.js" suffix(, 0)
    }},
    {"report/film.js", (const char[]){
#embed "report/film.js" suffix(, 0)
    }},
    // The page of the studio.
    {"studio/studio.html", (const char[]){
#embed "studio/studio.html" suffix(, 0)
    }},
    {"studio/studio.css", (const char[]){
#embed "studio/studio.css" suffix(, 0)
    }},
    {"studio/play.css", (const char[]){
#embed "studio/play.css" suffix(, 0)
    }},
    {"studio/js/aim.js", (const char[]){
#embed "studio/js/aim.js" suffix(, 0)
    }},
    {"studio/js/board.js", (const char[]){
#embed "studio/js/board.js" suffix(, 0)
    }},
    {"studio/js/curve.js", (const char[]){
#embed "studio/js/curve.js" suffix(, 0)
    }},
    {"studio/js/deal.js", (const char[]){
#embed "studio/js/deal.js" suffix(, 0)
    }},
    {"studio/js/dom.js", (const char[]){
#embed "studio/js/dom.js" suffix(, 0)
    }},
    {"studio/js/drawing.js", (const char[]){
#embed "studio/js/drawing.js" suffix(, 0)
    }},
    {"studio/js/editor.js", (const char[]){
#embed "studio/js/editor.js" suffix(, 0)
    }},
    {"studio/js/fields.js", (const char[]){
#embed "studio/js/fields.js" suffix(, 0)
    }},
    {"studio/js/figures.js", (const char[]){
#embed "studio/js/figures.js" suffix(, 0)
    }},
    {"studio/js/film.js", (const char[]){
#embed "studio/js/film.js" suffix(, 0)
    }},
    {"studio/js/gallery.js", (const char[]){
#embed "studio/js/gallery.js" suffix(, 0)
    }},
    {"studio/js/handles.js", (const char[]){
#embed "studio/js/handles.js" suffix(, 0)
    }},
    {"studio/js/help.js", (const char[]){
#embed "studio/js/help.js" suffix(, 0)
    }},
    {"studio/js/left.js", (const char[]){
#embed "studio/js/left.js" suffix(, 0)
    }},
    {"studio/js/main.js", (const char[]){
#embed "studio/js/main.js" suffix(, 0)
    }},
    {"studio/js/menu.js", (const char[]){
#embed "studio/js/menu.js" suffix(, 0)
    }},
    {"studio/js/objects.js", (const char[]){
#embed "studio/js/objects.js" suffix(, 0)
    }},
    {"studio/js/places.js", (const char[]){
#embed "studio/js/places.js" suffix(, 0)
    }},
    {"studio/js/play.js", (const char[]){
#embed "studio/js/play.js" suffix(, 0)
    }},
    {"studio/js/pointer.js", (const char[]){
#embed "studio/js/pointer.js" suffix(, 0)
    }},
    {"studio/js/pointing.js", (const char[]){
#embed "studio/js/pointing.js" suffix(, 0)
    }},
    {"studio/js/saving.js", (const char[]){
#embed "studio/js/saving.js" suffix(, 0)
    }},
    {"studio/js/say.js", (const char[]){
#embed "studio/js/say.js" suffix(, 0)
    }},
    {"studio/js/side.js", (const char[]){
#embed "studio/js/side.js" suffix(, 0)
    }},
    {"studio/js/target.js", (const char[]){
#embed "studio/js/target.js" suffix(, 0)
    }},
    {"studio/js/tools.js", (const char[]){
#embed "studio/js/tools.js" suffix(, 0)
    }},
    {"studio/js/versions.js", (const char[]){
#embed "studio/js/versions.js" suffix(, 0)
    }},
    {"studio/js/watch.js", (const char[]){
#embed "studio/js/watch.js" suffix(, 0)
    }},
    {"studio/js/wire.js", (const char[]){
#embed "studio/js/wire.js" suffix(, 0)
    }},
    // What `playtest new` writes.
    {"scripts/.luarc.json", (const char[]){
#embed "../../scripts/.luarc.json" suffix(, 0)
    }},
    {"scripts/types/playtest.lua", (const char[]){
#embed "../../scripts/types/playtest.lua" suffix(, 0)
    }},
    {"scripts/agents/_template.lua", (const char[]){
#embed "../../scripts/agents/_template.lua" suffix(, 0)
    }},
    {"scripts/agents/_template_bubble-pop.lua", (const char[]){
#embed "../../scripts/agents/_template_bubble-pop.lua" suffix(, 0)
    }},
    {"scripts/agents/_template_cards.lua", (const char[]){
#embed "../../scripts/agents/_template_cards.lua" suffix(, 0)
    }},
    {"scripts/agents/_template_own.lua", (const char[]){
#embed "../../scripts/agents/_template_own.lua" suffix(, 0)
    }},
    {"scripts/agents/_template_peggle.lua", (const char[]){
#embed "../../scripts/agents/_template_peggle.lua" suffix(, 0)
    }},
    {"scripts/bubbles/_template.lua", (const char[]){
#embed "../../scripts/bubbles/_template.lua" suffix(, 0)
    }},
    {"scripts/cards/_template.lua", (const char[]){
#embed "../../scripts/cards/_template.lua" suffix(, 0)
    }},
    {"scripts/games/_template.lua", (const char[]){
#embed "../../scripts/games/_template.lua" suffix(, 0)
    }},
    {"scripts/generators/_template.lua", (const char[]){
#embed "../../scripts/generators/_template.lua" suffix(, 0)
    }},
    {"scripts/generators/_template_bubble-pop.lua", (const char[]){
#embed "../../scripts/generators/_template_bubble-pop.lua" suffix(, 0)
    }},
    {"scripts/generators/_template_cards.lua", (const char[]){
#embed "../../scripts/generators/_template_cards.lua" suffix(, 0)
    }},
    {"scripts/generators/_template_own.lua", (const char[]){
#embed "../../scripts/generators/_template_own.lua" suffix(, 0)
    }},
    {"scripts/generators/_template_peggle.lua", (const char[]){
#embed "../../scripts/generators/_template_peggle.lua" suffix(, 0)
    }},
    {"scripts/masters/_template.lua", (const char[]){
#embed "../../scripts/masters/_template.lua" suffix(, 0)
    }},
    {"scripts/modes/_template.lua", (const char[]){
#embed "../../scripts/modes/_template.lua" suffix(, 0)
    }},
    {"scripts/pegs/_template.lua", (const char[]){
#embed "../../scripts/pegs/_template.lua" suffix(, 0)
    }},
    {"scripts/pops/_template.lua", (const char[]){
#embed "../../scripts/pops/_template.lua" suffix(, 0)
    }},
    {"scripts/spawners/_template.lua", (const char[]){
#embed "../../scripts/spawners/_template.lua" suffix(, 0)
    }},
};

const char *cresources_text(const char *path) {
  for (size_t index = 0; index < sizeof files / sizeof *files; index++) {
    if (strcmp(files[index].path, path) == 0) return files[index].text;
  }
  return NULL;
}
