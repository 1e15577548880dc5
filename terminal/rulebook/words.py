"""The words of the printed rulebook itself, in English, French and German."""

from __future__ import annotations

WORDS: dict[str, dict[str, str]] = {
    "contents": {"en": "Contents", "fr": "Sommaire", "de": "Inhalt"},
    "players": {"en": "{count} players", "fr": "{count} joueurs", "de": "{count} Spieler"},
    "one-player": {"en": "1 player", "fr": "1 joueur", "de": "1 Spieler"},
    "to": {"en": "{low} to {high}", "fr": "{low} à {high}", "de": "{low} bis {high}"},
    "with": {"en": "with {variants}", "fr": "avec {variants}", "de": "mit {variants}"},
    "changes": {"en": "What is changed", "fr": "Ce qui change", "de": "Was geändert ist"},
    "changed-by": {"en": "Changed by {variant}: {what}", "fr": "Modifié par {variant} : {what}", "de": "Geändert durch {variant}: {what}"},
    "changed-there": {"en": "Changed by {variant}", "fr": "Modifié par {variant}", "de": "Geändert durch {variant}"},
    "added": {"en": "new: {new}", "fr": "nouveau : {new}", "de": "neu: {new}"},
    "new": {"en": "New here: {names}.", "fr": "Nouveau ici : {names}.", "de": "Neu hier: {names}."},
    "removed": {"en": "no longer: {old}", "fr": "supprimé : {old}", "de": "entfällt: {old}"},
    "changed": {"en": "was {old}, is {new}", "fr": "était {old}, est {new}", "de": "war {old}, ist {new}"},
    "moved": {"en": "elsewhere: {new}", "fr": "déplacé : {new}", "de": "steht anders: {new}"},
    "modify-set": {"en": "{by}", "fr": "{by}", "de": "{by}"},
    "modify-add": {"en": "{by} more", "fr": "{by} de plus", "de": "{by} mehr"},
    "modify-times": {"en": "{by} times as much", "fr": "{by} fois autant", "de": "{by}-mal so viel"},
    "modify-at-least": {"en": "at least {by}", "fr": "au moins {by}", "de": "mindestens {by}"},
    "modify-at-most": {"en": "at most {by}", "fr": "au plus {by}", "de": "höchstens {by}"},
    "quoted": {"en": "“{text}”", "fr": "« {text} »", "de": "„{text}“"},
    "concerns": {"en": "see {rules}", "fr": "voir {rules}", "de": "siehe {rules}"},
    "rules": {"en": "Rules", "fr": "Règles", "de": "Regeln"},
    "example": {"en": "Example", "fr": "Exemple", "de": "Beispiel"},
    "examples": {"en": "Examples", "fr": "Exemples", "de": "Beispiele"},
    "rulings": {"en": "Rulings", "fr": "Décisions", "de": "Klärungen"},
    "about-rulings": {
        "en": "Where the printed rules are silent, this is how they are read here.",
        "fr": "Là où les règles imprimées se taisent, voici comment elles sont lues ici.",
        "de": "Wo die gedruckten Regeln schweigen, werden sie hier so gelesen.",
    },
    "about-no-rulebook": {
        "en": "What a player may choose, and what stands in the way.",
        "fr": "Ce qu'un joueur peut choisir, et ce qui l'en empêche.",
        "de": "Was ein Spieler wählen darf, und was dem entgegensteht.",
    },
    "components": {"en": "Tables of components", "fr": "Tableaux du matériel", "de": "Materialtabellen"},
    "name": {"en": "name", "fr": "nom", "de": "Name"},
    "number": {"en": "number", "fr": "nombre", "de": "Anzahl"},
    "numbers": {"en": "with {low} to {high} players", "fr": "de {low} à {high} joueurs", "de": "mit {low} bis {high} Spielern"},
    "each-of": {"en": "{what}: each of {values}", "fr": "{what} : chacun de {values}", "de": "{what}: je {values}"},
    "mark-rulebook": {"en": "✓ from the printed rules", "fr": "✓ des règles imprimées", "de": "✓ aus der gedruckten Regel"},
    "mark-public": {"en": "° from another public source", "fr": "° d'une autre source publique", "de": "° aus einer anderen Quelle"},
    "mark-reconstructed": {
        "en": "† reconstructed: our value, not the publisher's",
        "fr": "† reconstitué : notre valeur, pas celle de l'éditeur",
        "de": "† rekonstruiert: unser Wert, nicht der des Verlags",
    },
    "options": {"en": "Options", "fr": "Options", "de": "Wahlregeln"},
    "default": {
        "en": "unless agreed otherwise: {value}",
        "fr": "sauf accord contraire : {value}",
        "de": "wenn nichts vereinbart ist: {value}",
    },
    "here": {"en": "here: {value}", "fr": "ici : {value}", "de": "hier: {value}"},
    "solo": {"en": "For one player", "fr": "Pour un seul joueur", "de": "Für einen Spieler"},
    "about-solo": {
        "en": "These rules are for a game of one player.",
        "fr": "Ces règles valent pour une partie à un seul joueur.",
        "de": "Diese Regeln gelten für einen einzelnen Spieler.",
    },
    "variants": {"en": "Variants", "fr": "Variantes", "de": "Varianten"},
    "in-force": {"en": "in force in this book", "fr": "appliquée dans ce livret", "de": "gilt in diesem Heft"},
    "for-players": {"en": "for {players} players", "fr": "pour {players} joueurs", "de": "für {players} Spieler"},
    "needs": {"en": "needs {others}", "fr": "demande {others}", "de": "braucht {others}"},
    "not-with": {"en": "not with {others}", "fr": "pas avec {others}", "de": "nicht mit {others}"},
    "before": {"en": "Position:", "fr": "Position :", "de": "Stellung:"},
    "after": {"en": "Afterwards:", "fr": "Ensuite :", "de": "Danach:"},
    "chooses": {"en": "{seat}: {choice}", "fr": "{seat} : {choice}", "de": "{seat}: {choice}"},
    "chance": {"en": "chance: {choice}", "fr": "hasard : {choice}", "de": "Zufall: {choice}"},
    "allowed": {"en": "Allowed: {choice}", "fr": "Permis : {choice}", "de": "Erlaubt: {choice}"},
    "forbidden": {"en": "Not allowed: {choice}", "fr": "Interdit : {choice}", "de": "Nicht erlaubt: {choice}"},
    "then": {"en": "Then {what}", "fr": "Alors {what}", "de": "Dann gilt {what}"},
    "fact-filled": {"en": "occupied", "fr": "occupé", "de": "besetzt"},
    "fact-empty": {"en": "empty", "fr": "vide", "de": "leer"},
    "fact-no": {"en": "none", "fr": "aucun", "de": "keine"},
    "fact-some": {"en": "at least one", "fr": "au moins un", "de": "mindestens eine"},
    "fact-every": {"en": "all", "fr": "tous", "de": "alle"},
    "fact-not": {"en": "not {value}", "fr": "pas {value}", "de": "nicht {value}"},
    "fact-at-least": {"en": "at least {value}", "fr": "au moins {value}", "de": "mindestens {value}"},
    "fact-at-most": {"en": "at most {value}", "fr": "au plus {value}", "de": "höchstens {value}"},
    "fact-more": {"en": "more than {value}", "fr": "plus de {value}", "de": "mehr als {value}"},
    "fact-less": {"en": "less than {value}", "fr": "moins de {value}", "de": "weniger als {value}"},
    "fact-running": {"en": "goes on", "fr": "continue", "de": "geht weiter"},
    "fact-over": {"en": "over", "fr": "terminé", "de": "zu Ende"},
    "fact-won": {"en": "has won", "fr": "a gagné", "de": "hat gewonnen"},
    "fact-not-won": {"en": "has not won", "fr": "n'a pas gagné", "de": "hat nicht gewonnen"},
    "fact-total": {"en": "score", "fr": "score", "de": "Punkte"},
    "fact-beside": {"en": "beside {what}", "fr": "à côté de {what}", "de": "neben {what}"},
    "shows": {"en": "shows {rules}", "fr": "montre {rules}", "de": "zeigt {rules}"},
    "see-example": {"en": "example {numbers}", "fr": "exemple {numbers}", "de": "Beispiel {numbers}"},
}  # fmt: skip

MARKS = {"rulebook": "✓", "public": "°", "reconstructed": "†"}
"""The sign behind a printed value, by where it comes from."""


def word(key: str, language: str, **values: object) -> str:
    """A word or sentence in a language, else in English, with its holes filled."""
    by_language = WORDS[key]
    return by_language.get(language, by_language["en"]).format(**values)
