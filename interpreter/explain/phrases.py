"""The message catalogue of explanations, in English and French: what is said where the rules have no sentence of their own."""

from __future__ import annotations

SENTENCES: dict[str, dict[str, str]] = {
    "cost": {"en": "You can't pay what it costs.", "fr": "Vous ne pouvez pas payer ce que cela coûte."},
    "limit": {"en": "You have done this as often as you may.", "fr": "Vous l'avez déjà fait autant de fois que permis."},
    "not-held": {"en": "{zone}: there is no {value} here.", "fr": "{zone} : « {value} » n'y est pas."},
    "not-among": {"en": "{value} can't be chosen for {entry}.", "fr": "{value} n'est pas possible pour {entry}."},
    "just-so-many": {
        "en": "{number} of {entry} have to be chosen, not {count}.",
        "fr": "{entry} : il faut en choisir {number}, et non {count}.",
    },
    "at-most-so-many": {
        "en": "at most {number} of {entry} can be chosen, not {count}.",
        "fr": "{entry} : on peut en choisir au plus {number}, et non {count}.",
    },
    "quoted": {"en": "“{text}”", "fr": "« {text} »"},
    "none-left": {"en": "{action}: nothing can be chosen for {entry}.", "fr": "{action} : rien ne peut être choisi pour {entry}."},
    "unreadable": {"en": "`{text}` can't be read as a value for {entry}.", "fr": "`{text}` ne se lit pas comme une valeur pour {entry}."},
    "meant": {"en": " Did you mean `{guess}`?", "fr": " Vouliez-vous dire `{guess}` ?"},
    "too-few": {
        "en": "{action}: this asks for {entries}, and `{choice}` gives {count}.",
        "fr": "{action} : il faut {entries}, et `{choice}` en donne {count}.",
    },
    "no-such-way": {
        "en": "`{choice}` is no way to carry this out. What begins like it: {ways}. What has one candidate is taken "
        "silently and has no key.",
        "fr": "`{choice}` n'est pas possible. Ce qui commence ainsi : {ways}. Ce qui n'a qu'un candidat est pris d'office, sans clé.",
    },
    "no-such-way-of-many": {
        "en": "`{choice}` is no way to carry this out. What begins like it: {ways} and {count} more. What has one candidate is taken "
        "silently and has no key.",
        "fr": "`{choice}` n'est pas possible. Ce qui commence ainsi : {ways} et {count} autres. Ce qui n'a qu'un candidat est pris "
        "d'office, sans clé.",
    },
    "no-key": {
        "en": "`{choice}` can't be read as a choice.",
        "fr": "`{choice}` ne se lit pas comme un choix.",
    },
    "such-as": {"en": " Choices are written like `{example}`.", "fr": " Les choix s'écrivent comme `{example}`."},
    "no-entries": {"en": "nothing", "fr": "rien"},
    "no-action": {"en": "There is no action {action}.", "fr": "Il n'y a pas d'action {action}."},
    "not-offered": {
        "en": "{action} is not offered now, but in {steps}.",
        "fr": "{action} n'est pas proposé maintenant, mais dans {steps}.",
    },
    "other-time": {
        "en": "{action} is not offered now, but at another time in {steps}.",
        "fr": "{action} n'est pas proposé maintenant, mais à un autre moment dans {steps}.",
    },
    "by-chance": {"en": "{action}: chance decides this, in {steps}.", "fr": "{action} : le hasard en décide, dans {steps}."},
    "nowhere": {"en": "{action} is offered nowhere in this game.", "fr": "{action} n'est proposé nulle part dans ce jeu."},
    "over": {"en": "The game is over.", "fr": "La partie est finie."},
    "not-granted": {
        "en": "{action}: nothing gives you that now.",
        "fr": "{action} : rien ne vous le donne maintenant.",
    },
    "only-in": {"en": "{action} is possible only in {steps}.", "fr": "{action} n'est possible que dans {steps}."},
    "not-now": {"en": "{action}: not now.", "fr": "{action} : pas maintenant."},
    "inside": {"en": "Not in the middle of something else.", "fr": "Pas au milieu d'autre chose."},
    "refused": {"en": "These terms have been refused here.", "fr": "Ces conditions ont été refusées ici."},
    "no-pass": {"en": "Something has to be chosen here.", "fr": "Il faut choisir quelque chose ici."},
    "not-possible": {"en": "No such choice is possible here.", "fr": "Aucun choix de cette sorte n'est possible ici."},
    "alike": {
        "en": "Something just like it is listed in its place: the choice would be the same.",
        "fr": "Une chose toute pareille figure à sa place : le choix serait le même.",
    },
    "written-so": {"en": "The key of this choice is written `{choice}`.", "fr": "La clé de ce choix s'écrit `{choice}`."},
    "unseen": {"en": "What decides this is hidden from you.", "fr": "Ce qui en décide vous est caché."},
    "plain": {"en": "It is {value}.", "fr": "C'est {value}."},
    "base": {"en": "It is {value} to begin with.", "fr": "C'est {value} au départ."},
    "set": {"en": "It is set to {by}: {value}.", "fr": "Remplacé par {by} : {value}."},
    "add": {"en": "{by} is added: {value}.", "fr": "On ajoute {by} : {value}."},
    "times": {"en": "It is taken {by} times: {value}.", "fr": "Multiplié par {by} : {value}."},
    "at-least": {"en": "It is at least {by}: {value}.", "fr": "Au moins {by} : {value}."},
    "at-most": {"en": "It is at most {by}: {value}.", "fr": "Au plus {by} : {value}."},
    "also": {"en": "{by} belong to it too: {value}.", "fr": "S'y ajoutent {by} : {value}."},
    "except": {"en": "{by} do not belong to it: {value}.", "fr": "Sans {by} : {value}."},
    "outranked": {"en": "It would be set to {by}, but another rule ranks higher.", "fr": "Serait {by}, mais une autre règle l'emporte."},
    "bounds": {"en": "Its own bounds make it {value}.", "fr": "Ses propres bornes en font {value}."},
}  # fmt: skip


def sentence(key: str, language: str, **values: object) -> str:
    """A sentence in a language, or in English, with its holes filled."""
    by_language = SENTENCES[key]
    return by_language.get(language, by_language["en"]).format(**values)
