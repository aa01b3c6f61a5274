"""What is really heard: at the loudspeaker of a real browser, after everything that is done to a sound."""

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Open
from tests.page.player import settled, start_game

# An ear at the loudspeaker: how many there are, and the loudest that each has said so far.
_EAR: Final = """
window.ear = { contexts: 0, peak: 0, begun: 0, drawn: false };
const Real = window.AudioContext;
window.AudioContext = class extends Real { constructor(...how) { super(...how); ear.contexts += 1; } };
const connect = AudioNode.prototype.connect;
AudioNode.prototype.connect = function (to, ...more) {
    if (to instanceof AudioDestinationNode) {
        const listener = new AnalyserNode(this.context, { fftSize: 32768 });
        const samples = new Float32Array(listener.fftSize);
        connect.call(this, listener);
        setInterval(() => {
            listener.getFloatTimeDomainData(samples);
            ear.peak = samples.reduce((most, each) => Math.max(most, Math.abs(each)), ear.peak);
        }, 100);
    }
    return connect.call(this, to, ...more);
};
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...how) { ear.begun += 1; return start.apply(this, how); };
const end = Worker.prototype.terminate;  // whoever has drawn the sounds has no more to do
Worker.prototype.terminate = function () { ear.drawn = true; return end.call(this); };
"""


@pytest.fixture
def heard(visit: Open) -> Page:
    """Yahtzee alone, with an ear at the loudspeaker."""
    page = visit("", likes={"sound": True, "volume": 100, "speed": "fast"}, reduced_motion="no-preference")
    page.add_init_script(_EAR)
    page.reload()
    page.goto(page.url.split("#")[0] + "#/play/yahtzee")
    page.get_by_role("button", name="One player fewer").click()
    start_game(page)
    return page


@pytest.mark.thorough
def test_dice_are_heard_and_nothing_is_too_loud(heard: Page) -> None:
    roll = heard.get_by_role("button", name="Roll the dice")
    expect(roll).to_be_visible()
    heard.wait_for_function("() => ear.drawn")
    roll.click()
    expect(heard.get_by_role("button", name="Roll all 5 again")).to_be_visible()
    heard.wait_for_function("() => ear.peak > 0.02")
    assert heard.evaluate("ear.begun") >= 5
    assert heard.evaluate("ear.peak") < 1
    # Many at once: the volume, dragged to and fro, rings a bell each time.
    heard.get_by_role("button", name="Pause").click()
    heard.get_by_role("button", name="Settings").click()
    slider = heard.get_by_role("slider", name="Volume")
    for _ in range(6):
        slider.press("ArrowLeft")
        slider.press("ArrowRight")
    heard.wait_for_function("() => ear.begun >= 12 && ear.peak > 0.1")
    assert heard.evaluate("ear.peak") < 1
    assert heard.evaluate("ear.contexts") == 1


def test_nothing_is_heard_where_sounds_are_off(heard: Page) -> None:
    settled(heard)
    heard.get_by_role("button", name="Sounds").click()
    heard.reload()
    settled(heard)
    heard.get_by_role("button", name="Roll the dice").click()
    expect(heard.get_by_role("button", name="Roll all 5 again")).to_be_visible()
    assert heard.evaluate("ear") == {"contexts": 0, "peak": 0, "begun": 0, "drawn": False}
