"""The 66 cards of the box. One that is added later is not in it: what a seed brings in a test stays the same."""

from typing import Final

KEEP: Final = {
    "Acid Attack": 6, "Alien Metabolism": 3, "Alpha Monster": 5, "Armor Plating": 4, "Background Dweller": 4,
    "Burrowing": 5, "Camouflage": 3, "Complete Destruction": 3, "Dedicated News Team": 3, "Eater of the Dead": 4,
    "Energy Hoarder": 3, "Even Bigger": 4, "Extra Head": 7, "Fire Breathing": 4, "Freeze Time": 5,
    "Friend of Children": 3, "Giant Brain": 5, "Gourmet": 4, "Healing Ray": 4, "Herbivore": 5, "Herd Culler": 3,
    "It Has a Child": 7, "Jets": 5, "Made in a Lab": 2, "Metamorph": 3, "Mimic": 8, "Monster Batteries": 3,
    "Nova Breath": 7, "Omnivore": 4, "Opportunist": 3, "Parasitic Tentacles": 4, "Plot Twist": 3,
    "Poison Quills": 3, "Poison Spit": 4, "Psychic Probe": 3, "Rapid Healing": 3, "Regeneration": 4,
    "Rooting for the Underdog": 3, "Shrink Ray": 6, "Smoke Cloud": 4, "Solar Powered": 2, "Spiked Tail": 5,
    "Stretchy": 3, "Telepath": 4, "Urbavore": 4, "We're Only Making It Stronger": 3, "Wings": 6,
}  # fmt: skip
DISCARD: Final = {
    "Apartment Building": 5, "Commuter Train": 4, "Corner Store": 3, "Drop from High Altitude": 5, "Energize": 8,
    "Evacuation Orders": 7, "Fire Blast": 3, "Frenzy": 7, "Gas Refinery": 6, "Heal": 3,
    "High Altitude Bombing": 4, "Jet Fighters": 5, "National Guard": 3, "Nuclear Power Plant": 6, "Skyscraper": 6,
    "Tanks": 4, "Vast Storm": 6,
}  # fmt: skip
TWICE: Final = ("extra-head", "evacuation-orders")
BOX: Final = sorted(
    [name.lower().replace("'", "").replace(" ", "-") for name in (*KEEP, *DISCARD)]
    + [f"{card}-2" for card in TWICE]
)
