"""The page shows and announces key names in the language of the table's display."""

from playwright.sync_api import expect

from page_hand import Mouse


def test_keys_and_sentences_have_the_names_of_the_display(sit) -> None:
    hand = sit(Mouse, house="french", seed=7, lang="it")
    for key, name in (("PASS", "PASSO"), ("CALL", "CHIAMO")):
        button = hand.page.locator(f".keys [data-key={key}]").first
        expect(button).to_have_text(name)
        expect(button).to_have_attribute("aria-label", name)
    expect(hand.page.locator(".director [data-key=MENU]")).to_have_text("MENU")
    expect(hand.page.locator("[data-key=BOTH]").first).to_have_attribute(
        "aria-label", "CHIAMO and PASSO together"
    )
    hand.page.get_by_label("Language", exact=True).first.select_option("bg")
    expect(hand.page.locator("[data-key=BOTH]").first).to_have_attribute(
        "aria-label", "CHIAMO и PASSO заедно"
    )
