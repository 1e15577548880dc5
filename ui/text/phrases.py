"""The message catalogue of the terminal, in English and French. Other languages read English ones."""

from __future__ import annotations

PHRASES: dict[str, dict[str, str]] = {
    "you": {"en": "you", "fr": "vous"},
    "to-choose": {"en": "{seat} to choose", "fr": "{seat} choisit"},
    "over": {"en": "The game is over.", "fr": "La partie est finie."},
    "wins": {"en": "{seat} wins.", "fr": "{seat} gagne."},
    "share": {"en": "{seats} share the win.", "fr": "{seats} se partagent la victoire."},
    "placed": {"en": "{place}. {seats}", "fr": "{place}. {seats}"},
    "nobody-wins": {"en": "Nobody wins.", "fr": "Personne ne gagne."},
    "drawn-in-part": {"en": "There is more than is drawn here.", "fr": "Tout n'est pas dessiné ici."},
    "score": {"en": "score", "fr": "points"},
    "total": {"en": "total", "fr": "total"},
    "out": {"en": "out of play", "fr": "hors jeu"},
    "secret": {"en": "has chosen unseen", "fr": "a choisi en secret"},
    "shown": {"en": "shown - {what}", "fr": "montré - {what}"},
    "hidden-thing": {"en": "an unseen {kind}", "fr": "{kind} (caché)"},
    "hidden-value": {"en": "{name} (hidden)", "fr": "{name} (caché)"},
    "colon": {"en": ":", "fr": " :"},
    "named": {"en": "{name}: {what}", "fr": "{name} : {what}"},
    "chance": {"en": "chance", "fr": "hasard"},
    "chance-draw": {"en": "drew {what}", "fr": "a tiré {what}"},
    "chance-roll": {"en": "rolled {what}", "fr": "a lancé {what}"},
    "chance-pick": {"en": "chose {what}", "fr": "a choisi {what}"},
    "what": {"en": "What do you do?", "fr": "Que faites-vous ?"},
    "which": {"en": "{entry}?", "fr": "{entry} ?"},
    "one-of": {"en": "{numbers}, or part of a name ({help} for more)", "fr": "{numbers}, ou un bout de nom ({help} : le reste)"},
    "one-of-named": {"en": "{numbers} in the list, =N for what is called N, or part of a name ({help} for more)",
                     "fr": "{numbers} dans la liste, =N pour ce qui s'appelle N, ou un bout de nom ({help})"},
    "amount": {"en": "type the number ({help} for more)", "fr": "tapez le nombre ({help} : le reste)"},
    "from-to": {"en": "{first} to {last}", "fr": "{first} à {last}"},
    "or": {"en": "{some} or {other}", "fr": "{some} ou {other}"},
    "some-of": {"en": "{count} numbers from {ends}", "fr": "{count} nombres, de {ends}"},
    "no-amount": {"en": "{number} is none of these: {numbers}. For the reason type: why {number}",
                  "fr": "{number} n'en fait pas partie : {numbers}. Pour la raison, tapez : pourquoi {number}"},
    "window": {"en": "... lines {first}-{last} of {count}; PgDn and PgUp (or > and <) show the others",
               "fr": "... lignes {first}-{last} sur {count} ; Page suiv./préc. (ou > et <) montrent les autres"},
    "page": {"en": "{last} of {count}: Enter for more, q for the question",
             "fr": "{last} sur {count} : Entrée pour la suite, q pour la question"},
    "last-page": {"en": "Enter for the question", "fr": "Entrée pour la question"},
    "either-number": {"en": '"{text}" may be a place in the list or a name; type one of these:',
                      "fr": "« {text} » peut être une place dans la liste ou un nom ; tapez l'un de ceux-ci :"},
    "closes": {"en": "{choice} - after this you can't go on with what was begun:",
               "fr": "{choice} - ensuite, impossible de poursuivre ce qui est commencé :"},
    "closes-anyway": {"en": "Enter does it all the same; anything else is another answer.",
                      "fr": "Entrée le fait quand même ; tout le reste est une autre réponse."},
    "more": {"en": "... {count} more: type a part of a name to see fewer, Enter to see more",
             "fr": "... encore {count} : tapez un bout de nom pour en voir moins, Entrée pour en voir plus"},
    "no-match": {"en": 'Nothing here is called "{text}".', "fr": "Rien ici ne s'appelle « {text} »."},
    "matches": {"en": '{count} match "{text}":', "fr": "{count} correspondent à « {text} » :"},
    "preview": {"en": "After it (nothing has been played yet):", "fr": "Ensuite (rien n'a encore été joué) :"},
    "preview-more": {"en": "There is more to choose before it can be shown.", "fr": "Il reste à choisir avant de pouvoir le montrer."},
    "preview-reveals": {"en": "This choice shows something hidden, so it can't be tried out.",
                        "fr": "Ce choix révèle quelque chose de caché : impossible de l'essayer."},
    "preview-what": {"en": "Which number? For example: preview 2", "fr": "Quel numéro ? Par exemple : aperçu 2"},
    "undone": {"en": "Taken back.", "fr": "Annulé."},
    "undo-none": {"en": "There is no decision of yours to take back.", "fr": "Vous n'avez aucune décision à annuler."},
    "undo-chance": {"en": "Chance has decided since; that can't be taken back.", "fr": "Le hasard a décidé depuis : impossible d'annuler."},
    "undo-reveal": {"en": "Something hidden has been seen or looked at since; that can't be taken back.",
                    "fr": "Quelque chose de caché a été vu ou regardé depuis : impossible d'annuler."},
    "undo-seat": {"en": "Another player has decided since; that can't be taken back.",
                  "fr": "Un autre joueur a décidé depuis : impossible d'annuler."},
    "saved": {"en": "Saved as {path}", "fr": "Enregistré dans {path}"},
    "guessed": {"en": '"{text}" is a part of this. Enter takes it:', "fr": "« {text} » en est une partie. Entrée le choisit :"},
    "guessed-place": {"en": '"{text}" is the place of this in the list. Enter takes it:',
                      "fr": "« {text} » est sa place dans la liste. Entrée le choisit :"},
    "scenario-begun": {
        "en": "This game began in the scenario {name}; a scenario is written of a game that began with its set-up.",
        "fr": "Cette partie a commencé dans le scénario {name} ; un scénario s'écrit d'une partie commencée par sa mise en place.",
    },
    "scenario-name": {
        "en": "A name of letters, digits and `-` is needed: scenario NAME",
        "fr": "Il faut un nom de lettres, chiffres et `-` : scénario NOM",
    },
    "save-exists": {"en": "{path} is there already; choose another name.", "fr": "{path} existe déjà ; choisissez un autre nom."},
    "kept": {"en": "The game is kept. Go on with: {command}", "fr": "La partie est gardée. Pour continuer : {command}"},
    "not-kept": {"en": "The game could not be saved: {reason}", "fr": "La partie n'a pas pu être enregistrée : {reason}"},
    "lost": {"en": "What was played since the last save is lost: {reason}", "fr": "Ce qui a été joué depuis est perdu : {reason}"},
    "kept-before": {"en": "The position before is kept. Go on from there with: {command}",
                    "fr": "La position précédente est gardée. Pour continuer de là : {command}"},
    "verified": {"en": "{title}: {played} of {count} choices verified", "fr": "{title} : {played} choix sur {count} vérifiés"},
    "possible": {"en": "{title}: {played} of {count} choices can be made by these rules",
                 "fr": "{title} : {played} choix sur {count} sont possibles selon ces règles"},
    "chance-taken": {"en": "In {undrawn} of them chance brought something else than with the seed {seed}: taken as recorded, not verified",
                     "fr": "Dans {undrawn} d'entre eux le hasard a apporté autre chose qu'avec la graine {seed} : repris, non vérifié"},
    "chance-taken-of-scenario": {
        "en": "In {undrawn} of them chance brought something else than from the scenario {scenario} on: taken as recorded, not verified",
        "fr": "Dans {undrawn} d'entre eux le hasard a apporté autre chose qu'à partir du scénario {scenario} : repris, non vérifié"},
    "adopted": {"en": "By what the record says, the first {count} were made by other rules",
                "fr": "Selon l'enregistrement, les {count} premiers suivaient d'autres règles"},
    "thinks": {"en": "{who} thinks", "fr": "{who} réfléchit"},
    "works": {"en": "working", "fr": "en cours"},
    "reads-rules": {"en": "reading the rules", "fr": "lecture des règles"},
    "prepares": {"en": "preparing the game", "fr": "mise en place"},
    "replays": {"en": "replaying", "fr": "relecture de la partie"},
    "draws": {"en": "drawing", "fr": "dessin"},
    "writes-rulebook": {"en": "writing the rulebook", "fr": "rédaction des règles"},
    "checks": {"en": "checking", "fr": "vérification"},
    "formats": {"en": "formatting", "fr": "mise en forme"},
    "tests": {"en": "testing", "fr": "essais"},
    "measures": {"en": "measuring", "fr": "mesures"},
    "compares": {"en": "comparing", "fr": "comparaison"},
    "plays": {"en": "playing", "fr": "parties en cours"},
    "counts": {"en": "counting", "fr": "décompte"},
    "hint-thinks": {"en": "thinking", "fr": "réflexion"},
    "hint-one": {"en": "There is only one choice: {choice}", "fr": "Il n'y a qu'un choix : {choice}"},
    "hint-head": {"en": "What a short search finds best, of 100 (0: lost, 100: won):",
                  "fr": "Ce qu'une courte recherche trouve de mieux, sur 100 (0 : perdu, 100 : gagné) :"},
    "hint-value": {"en": "{value}  {choice}  (tries: {tries})", "fr": "{value}  {choice}  (essais : {tries})"},
    "hint-proven": {"en": "{value}  {choice}  (proven)", "fr": "{value}  {choice}  (prouvé)"},
    "resumed": {"en": "The game goes on after {count} choices.", "fr": "La partie reprend après {count} choix."},
    "go-on-before": {"en": "Go on from before step {step}? {path} stays as it is. (yes, no)",
                     "fr": "Reprendre avant l'étape {step} ? {path} reste inchangé. (oui, non)"},
    "not-gone-on": {"en": "{path} is not gone on with.", "fr": "{path} n'est pas repris."},
    "legal": {"en": "You can: {choice}", "fr": "C'est possible : {choice}"},
    "not-legal": {"en": "You can't, because:", "fr": "C'est impossible, parce que :"},
    "not-known": {"en": "You may not know whether that can be chosen:", "fr": "Vous n'avez pas à savoir si cela est possible :"},
    "fact-candidates": {"en": "it can be {value}", "fr": "possible : {value}"},
    "was-asked": {"en": "It meets:", "fr": "Cela respecte :"},
    "by-variant": {"en": "; by the variant {variants}", "fr": " ; par la variante {variants}"},
    "why-what": {"en": "Why not what? For example: why {example}", "fr": "Pourquoi pas quoi ? Par exemple : pourquoi {example}"},
    "why-unknown": {"en": 'No action is called "{text}". There are: {actions}',
                    "fr": "Aucune action ne s'appelle « {text} ». Il y a : {actions}"},
    "why-value": {"en": 'Nothing called "{text}" can be chosen for: {action}',
                  "fr": "Rien de ce nom, « {text} », ne peut être choisi pour : {action}"},
    "no-number": {"en": "There is no choice {number} here, but {numbers}.", "fr": "Il n'y a pas de choix {number} ici, mais {numbers}."},
    "rule-unknown": {"en": "There is no rule {text}. {guess}", "fr": "Il n'y a pas de règle {text}. {guess}"},
    "rules-list": {"en": "{count} rules; `rules ID` shows one, `rules WORD` those that speak of it.",
                   "fr": "{count} règles ; « règles ID » en montre une, « règles MOT » celles qui en parlent."},
    "no-rules": {"en": "This game has no numbered rules; `why` tells what forbids a choice.",
                 "fr": "Ce jeu n'a pas de règles numérotées ; « pourquoi » dit ce qui interdit un choix."},
    "log-empty": {"en": "Nothing has been chosen yet.", "fr": "Rien n'a encore été choisi."},
    "show-unknown": {"en": 'There is nothing called "{text}" to show. There are: {names}',
                     "fr": "Rien à montrer sous « {text} ». Il y a : {names}"},
    "your-turn-hidden": {"en": "{seat}: press Enter when only you look at the screen.",
                         "fr": "{seat} : Entrée quand vous êtes seul devant l'écran."},
    "undo-here": {"en": "{seat} may still take back what was decided last: undo",
                  "fr": "{seat} peut encore reprendre sa dernière décision : annuler"},
    "seed": {"en": "seed {seed}", "fr": "graine {seed}"},
    "small-letters": {"en": "small letters: {kind}, {what}", "fr": "minuscules : {kind}, {what}"},
    "legend-cubes": {"en": "From above: letter and height. From each side (N E S W): `:` stands behind the outer layer.",
                     "fr": "Vue de dessus : lettre et hauteur. De chaque côté (N E S O) : « : » est derrière la couche extérieure."},
    "end-because": {"en": "It ended because: {why}", "fr": "Elle s'est achevée ainsi : {why}"},
    "apart": {"en": "; ", "fr": " ; "},
    "only-choice": {"en": "{name}: {what} (the only choice)", "fr": "{name} : {what} (seul choix)"},
    "nothing-left": {"en": "{seat} has nothing left to do here", "fr": "{seat} n'a plus rien à faire ici"},
    "points": {"en": "Points: {points}.", "fr": "Points : {points}."},
    "grade": {"en": "{points} points: {title}", "fr": "{points} points : {title}"},
}  # fmt: skip

HELP = {
    "en": """\
Type the number of a choice, a part of its name, its key, or all of it in words
(an action and its values: bid 3; several in a row: take 1 2 3).
2) is the second of the list, =2 what is called 2. A number that is asked for
("1 to 3") is typed as it is.
  Enter           show the choices again, or more of them
  > <             more of the position, or what was above (PgDn, PgUp)
  back            one question back
  preview N       the position after choice N
  undo            take back the last decision made here (never past chance or a reveal, nor past another player who has secrets)
  why N           why choice N can be made: the rules that it meets
  why ACTION ...  what forbids an action, with the rule; why ACTION VALUE, VALUE for one choice
  why NAME        the text of a numbered rule, or what makes a value what it is
  hint            the three choices that a short search finds best
  rules [ID]      the numbered rules, one of them, or those that speak of a word
  show [NAME]     the position, or one place, thing or player in full
  log             what has happened
  save [FILE]     write the game to a file; it is also kept by itself after each decision
  scenario NAME   write what was played as a scenario, NAME.yaml, for the rule files
  quit            leave; the game is kept""",
    "fr": """\
Tapez le numéro d'un choix, un bout de son nom, sa clé, ou tout en mots
(une action et ses valeurs : bid 3 ; plusieurs de suite : take 1 2 3).
2) est le deuxième de la liste, =2 ce qui s'appelle 2. Un nombre demandé
(« 1 à 3 ») se tape tel quel.
  Entrée             revoir les choix, ou la suite
  > <                la suite de la position, ou ce qui précède (Page suiv., préc.)
  retour             une question en arrière
  aperçu N           la position après le choix N
  annuler            reprendre la dernière décision prise ici (jamais au-delà du hasard, d'une révélation, d'un autre joueur à secrets)
  pourquoi N         pourquoi le choix N est possible : les règles qu'il respecte
  pourquoi ACTION …  ce qui interdit une action, avec la règle ; pourquoi ACTION VALEUR, VALEUR pour un choix
  pourquoi NOM       le texte d'une règle numérotée, ou ce qui fait une valeur
  conseil            les trois choix qu'une courte recherche trouve les meilleurs
  règles [ID]        les règles numérotées, l'une d'elles, ou celles qui parlent d'un mot
  montrer [NOM]      la position, ou un lieu, un objet, un joueur en détail
  journal            ce qui s'est passé
  sauver [FICHIER]   écrire la partie dans un fichier ; elle est aussi gardée après chaque décision
  scénario NOM       écrire ce qui a été joué comme scénario, NOM.yaml, pour les fichiers de règles
  quitter            partir ; la partie est gardée""",
}

COMMANDS: dict[str, tuple[str, ...]] = {
    "help": ("help", "?", "aide"),
    "back": ("back", "retour"),
    "preview": ("preview", "aperçu", "apercu"),
    "undo": ("undo", "annuler"),
    "why": ("why", "pourquoi"),
    "hint": ("hint", "conseil"),
    "rules": ("rules", "rule", "règles", "regles", "règle", "regle"),
    "show": ("show", "montrer"),
    "log": ("log", "journal"),
    "save": ("save", "sauver", "enregistrer"),
    "scenario": ("scenario", "scénario"),
    "quit": ("quit", "exit", "quitter"),
}
"""What is typed for each command: everywhere in all languages."""
YES = ("yes", "y", "oui", "o", "ja", "j")
"""What is typed to agree: everywhere in all languages."""


def phrase(key: str, language: str, **values: object) -> str:
    """A sentence in a language, or in English, with its holes filled."""
    by_language = PHRASES[key]
    return by_language.get(language, by_language["en"]).format(**values)


def capital(text: str) -> str:
    """The text as the beginning of a sentence or a title."""
    return text[:1].upper() + text[1:]


def help_text(language: str) -> str:
    """What can be typed at a question."""
    return HELP.get(language, HELP["en"])


def command_of(word: str) -> str | None:
    """The command that a word means, or None."""
    lowered = word.lower()
    return next((name for name, words in COMMANDS.items() if lowered in words), None)
