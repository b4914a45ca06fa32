"""Unsaved changes are never lost without a question; versions."""

import json
import signal
import subprocess


def save(studio):
    studio.page.locator("#save").click()
    # A new level without steps has nothing to save, but no file either.
    studio.page.wait_for_function("() => document.querySelector('.badge').textContent === 'saved'")


def words(studio, text):
    """Waits until the line below the board is this."""
    studio.page.wait_for_function(
        "text => document.querySelector('.words').textContent === text", arg=text)


def test_leaving_and_reloading_keep_the_steps(open_studio):
    studio = open_studio()
    studio.new_level("kept")
    save(studio)
    studio.draw([(0, 0), (0, 3)])
    studio.levels()
    assert "unsaved draft" in studio.page.locator('.level[data-level="kept"]').text_content()
    studio.open_level("kept")
    assert studio.row(0, range(4)) == ["blue"] * 4
    studio.page.reload()
    studio.page.wait_for_selector(".editor")
    studio.settled()
    assert studio.row(0, range(4)) == ["blue"] * 4
    studio.page.locator("#undo").click()
    studio.settled()
    assert studio.row(0, range(4)) == ["empty"] * 4


def test_a_draft_is_restored_or_discarded_on_demand(browser, program, folder, open_studio, server):
    studio = open_studio()
    studio.new_level("crash")
    save(studio)
    studio.draw([(0, 0), (0, 3)])
    # The program is killed; another one finds the steps.
    server.kill()
    server.wait()
    again = subprocess.Popen([program, "studio", str(folder), "--no-open"],
                             stdout=subprocess.PIPE, text=True)
    try:
        studio.complaints.clear()
        studio.page.goto("about:blank")
        studio.address = again.stdout.readline().strip()
        studio.complaints.clear()
        studio.open()
        studio.open_level("crash")
        banner = studio.page.locator(".banner")
        assert "1 unsaved step was kept" in banner.text_content()
        # Discarding asks first.
        banner.get_by_role("button", name="Discard").click()
        studio.answer("Cancel")
        assert banner.is_visible()
        banner.get_by_role("button", name="Restore").click()
        studio.page.wait_for_selector(".banner", state="hidden")
        studio.settled()
        assert studio.row(0, range(4)) == ["blue"] * 4
    finally:
        again.terminate()
        again.wait(10)


def test_deleting_asks_and_moves_to_the_trash(open_studio, folder):
    studio = open_studio()
    studio.new_level("gone")
    save(studio)
    studio.draw([(0, 0), (0, 1)])
    studio.levels()
    card = studio.page.locator('.level[data-level="gone"]')
    card.get_by_role("button", name="Delete gone").click()
    assert "unsaved steps are lost" in studio.page.locator("dialog").text_content()
    studio.answer("Cancel")
    assert studio.level_file("gone").exists()
    card.get_by_role("button", name="Delete gone").click()
    studio.answer("Delete")
    card.wait_for(state="detached")
    assert not studio.level_file("gone").exists()
    assert (folder / ".playtest/trash/gone.json").exists()


def test_what_was_never_saved_cannot_be_undeleted(open_studio):
    studio = open_studio()
    studio.new_level("gone")
    studio.draw([(0, 0), (0, 1)])
    studio.levels()
    card = studio.page.locator('.level[data-level="gone"]')
    card.get_by_role("button", name="Delete gone").click()
    words = studio.page.locator("dialog p").first.text_content()
    assert words == "It was never saved, so this cannot be undone."
    studio.answer("Delete")
    card.wait_for(state="detached")


def test_the_file_is_changed_by_another_program(open_studio):
    studio = open_studio()
    studio.new_level("shared")
    shots = studio.page.locator("#field-shots")
    shots.fill("20")
    shots.press("Enter")
    studio.page.wait_for_selector('.editor[data-saved="false"]')
    save(studio)
    text = studio.level_file("shared").read_text()
    shots = studio.saved("shared")["shots"]
    assert shots == 20
    # Without unsaved steps the editor follows, and Undo brings the old level back.
    studio.level_file("shared").write_text(text.replace(f'"shots": {shots}', '"shots": 11'))
    studio.page.wait_for_function("() => document.getElementById('field-shots').value === '11'")
    words(studio, "Another program changed the file; the change was loaded. Undo brings your level back.")
    studio.page.locator("#undo").click()
    studio.page.wait_for_function(
        f"() => document.getElementById('field-shots').value === '{shots}'")
    # With unsaved steps it asks.
    studio.draw([(0, 0), (0, 2)])
    studio.level_file("shared").write_text(text.replace(f'"shots": {shots}', '"shots": 12'))
    banner = studio.page.locator(".banner")
    banner.wait_for(state="visible")
    # What was said before the question is over, and so is what was said while it stood there.
    words(studio, "")
    studio.page.locator("#undo").click()
    words(studio, "another program has changed the file; first choose Keep mine or Use the file")
    banner.get_by_role("button", name="Keep mine").click()
    words(studio, "your level is kept; Save replaces the file")
    studio.settled()
    save(studio)
    assert studio.saved("shared")["shots"] == shots


def test_a_question_about_the_file_is_over_when_the_file_is_as_it_was(open_studio):
    studio = open_studio()
    studio.new_level("shared")
    save(studio)
    text = studio.level_file("shared").read_text()
    studio.draw([(0, 0), (0, 2)])
    studio.level_file("shared").write_text(json.dumps(studio.saved("shared") | {"shots": 15}))
    banner = studio.page.locator(".banner")
    banner.wait_for(state="visible")
    studio.level_file("shared").write_text(text)
    banner.wait_for(state="hidden")
    words(studio, "The file is unchanged again.")
    assert studio.undo_name == "3 cells blue"
    save(studio)
    assert "shots" not in studio.saved("shared")

    # A file that is deleted is nothing to choose either.
    studio.draw([(1, 0), (1, 2)])
    studio.level_file("shared").write_text(json.dumps(studio.saved("shared") | {"shots": 15}))
    banner.wait_for(state="visible")
    studio.level_file("shared").unlink()
    banner.wait_for(state="hidden")
    words(studio, "Another program has deleted the file. Save writes it again.")
    save(studio)
    assert "shots" not in studio.saved("shared")


def test_a_file_that_cannot_be_read_is_asked_for_and_kept(open_studio, folder):
    studio = open_studio()
    studio.new_level("hand")
    save(studio)
    text = "{ my half-finished hand edit"
    studio.level_file("hand").write_text(text)
    studio.page.wait_for_selector(".words.bad")
    assert "cannot be read" in studio.words
    studio.draw([(0, 0), (0, 2)])
    studio.page.locator("#save").click()
    studio.page.wait_for_selector("dialog[open]")
    assert "The file has changed" in studio.page.locator("dialog").text_content()
    studio.answer("Cancel")
    # The dialog has said all: nothing stands behind it.
    assert studio.words == ""
    assert studio.level_file("hand").read_text() == text
    studio.page.locator("#save").click()
    studio.answer("Save mine")
    studio.page.wait_for_selector('.editor[data-saved="true"]')
    assert studio.saved("hand")["name"] == "hand"
    assert (folder / ".playtest/trash/hand.json").read_text() == text

    # A file that is deleted is said to be, and is written again without a question.
    studio.level_file("hand").unlink()
    studio.page.wait_for_selector('.editor[data-saved="false"]')
    assert studio.page.locator(".badge").text_content() == "file deleted"
    studio.page.wait_for_selector(".words.bad")
    assert "deleted the file" in studio.words
    save(studio)
    assert studio.saved("hand")["name"] == "hand"


def test_a_question_that_is_settled_is_settled_in_all_tabs(open_studio):
    one, other = open_studio(), open_studio()
    one.new_level("twice")
    save(one)
    other.page.reload()
    other.page.wait_for_selector(".gallery")
    other.open_level("twice")
    one.draw([(0, 0), (0, 3)])
    file = one.level_file("twice")
    file.write_text(json.dumps(one.saved("twice") | {"shots": 12}))
    for studio in [one, other]:
        studio.page.locator(".banner").wait_for(state="visible")
    one.page.get_by_role("button", name="Keep mine").click()
    for studio in [one, other]:
        studio.page.locator(".banner").wait_for(state="hidden")


def test_the_saved_level_is_one_step_away(open_studio):
    studio = open_studio()
    studio.new_level("back")
    studio.draw([(0, 0), (0, 3)])
    save(studio)
    studio.page.locator("#undo").click()
    studio.page.wait_for_selector('.editor[data-saved="false"]')
    assert studio.row(0, range(4)) == ["empty"] * 4
    studio.menu("revert")
    studio.page.wait_for_selector('.editor[data-saved="true"]')
    assert studio.row(0, range(4)) == ["blue"] * 4
    assert studio.undo_name == "back to the saved level"
    studio.page.locator("#undo").click()
    studio.page.wait_for_selector('.editor[data-saved="false"]')


def test_versions(open_studio):
    studio = open_studio()
    studio.new_level("many")
    studio.draw([(0, 0), (0, 11)])
    save(studio)
    studio.draw([(1, 0), (1, 10)])
    shots = studio.page.locator("#field-shots")
    shots.fill("7")
    shots.press("Enter")
    bounces = studio.page.locator("#field-maxBounces")
    bounces.fill("0")
    bounces.press("Enter")
    studio.settled()
    save(studio)
    studio.menu("versions")
    studio.page.wait_for_selector('.versions[data-versions="1"]')
    studio.page.get_by_role("button", name="Compare with now").click()
    studio.page.wait_for_selector('.comparison[data-version="1"]')
    words = studio.page.locator(".comparison").text_content()
    assert "casual" in words
    assert studio.page.locator(".comparison li").all_text_contents() == [
        "shots: not set → 7", "max bounces: not set → 0"]
    studio.page.get_by_role("button", name="Use this version").click()
    studio.page.wait_for_selector(".editor")
    studio.settled()
    assert studio.row(1, range(11)) == ["empty"] * 11
    studio.page.locator("#undo").click()
    studio.settled()
    assert studio.row(1, range(11)) == ["blue"] * 11


def test_versions_of_long_values_differ_too(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("long")
    queue = page.locator("#field-queue")
    queue.evaluate("node => { const all = node.closest('details'); if (all) all.open = true; }")
    for last in ["red", "blue"]:
        queue.fill(json.dumps(["red"] * 40 + [last]))
        queue.press("Enter")
        studio.settled()
        save(studio)
    studio.menu("versions")
    page.get_by_role("button", name="Compare with now").first.click()
    page.wait_for_selector(".comparison[data-version]")
    words = page.locator(".comparison li").all_text_contents()
    assert any(line.startswith('queue: ["red",') for line in words), words
    assert all(len(line) < 250 for line in words)


def test_intervals_of_a_comparison_are_not_broken_on_a_phone(open_studio):
    studio = open_studio(width=390)
    page = studio.page
    studio.new_level("narrow")
    shots = page.locator("#field-shots")
    for value in ["7", "6"]:
        shots.fill(value)
        shots.press("Enter")
        studio.settled()
        studio.draw([(int(value) - 5, 0), (int(value) - 5, 10)])
        save(studio)
    studio.menu("versions")
    page.get_by_role("button", name="Compare with now").first.click()
    page.wait_for_selector(".comparison[data-version]")
    lines = page.locator(".comparison").evaluate("""node => {
      const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT), lines = [];
      while (texts.nextNode()) {
        const one = texts.currentNode;
        for (const found of one.data.matchAll(/\\[[^\\]]*\\]/g)) {
          const range = document.createRange();
          range.setStart(one, found.index);
          range.setEnd(one, found.index + found[0].length);
          lines.push([found[0], new Set([...range.getClientRects()].map((box) => box.top)).size]);
        }
      }
      return lines;
    }""")
    assert len(lines) >= 6 and all(count == 1 for _, count in lines), lines
    assert studio.sideways() == 0 and not studio.readable()


def test_two_tabs_share_a_level(open_studio):
    one, other = open_studio(), open_studio()
    one.new_level("both")
    save(one)
    other.page.reload()
    other.page.wait_for_selector(".gallery")
    other.open_level("both")
    one.draw([(0, 0), (0, 3)])
    other.page.wait_for_function(
        "() => document.getElementById('cell-0-3').getAttribute('aria-label').endsWith('blue')")
    other.page.locator("#undo").click()
    one.page.wait_for_function(
        "() => document.getElementById('cell-0-3').getAttribute('aria-label').endsWith('empty')")


def test_a_server_that_does_not_answer_is_spoken_of(open_studio, server):
    studio = open_studio()
    page = studio.page
    studio.new_level("slow")
    server.send_signal(signal.SIGSTOP)
    try:
        page.keyboard.press("Space")
        page.wait_for_function(
            "() => document.getElementById('state').textContent === 'waiting for playtest'")
    finally:
        server.send_signal(signal.SIGCONT)
    page.wait_for_function("() => document.getElementById('state').textContent === ''")
    studio.settled()
    assert studio.lies_in(0, 0) == "blue"


def test_an_answered_question_gives_the_focus_to_the_board(open_studio):
    studio = open_studio()
    page = studio.page
    studio.new_level("asked")
    page.locator("#save").click()
    page.wait_for_selector('.editor[data-saved="true"]')
    studio.draw([(0, 0), (0, 3)])
    saved = studio.saved("asked")
    studio.level_file("asked").write_text(json.dumps({**saved, "shots": 9}), encoding="utf-8")
    keep = page.get_by_role("button", name="Keep mine")
    keep.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".banner", state="hidden")
    page.wait_for_function("() => document.activeElement.id === 'board'")
