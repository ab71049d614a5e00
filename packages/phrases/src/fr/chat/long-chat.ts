import type english from '../../en/chat/long-chat.ts'
import type { Translation } from '../../translation.ts'

export default {
  messages: 'Messages',
  'turns.failed': 'Ces messages n’ont pas pu être chargés.',
  'outline.open': 'Questions de cette discussion',
  'outline.title': 'Aller à une question',
  'outline.find': 'Rechercher une question',
  'outline.questions': 'Questions de cette discussion',
  'outline.here': 'Vous êtes ici',
  'outline.none': 'Aucune question ne commence par ces mots.',
  'summary.label': 'Résumé de ce qui précède',
  'summary.sent_one': 'La question précédente est envoyée sous forme de résumé',
  'summary.sent_many': 'Les {{count, number}} de questions précédentes sont envoyées sous forme de résumé',
  'summary.sent_other': 'Les {{count, number}} questions précédentes sont envoyées sous forme de résumé',
  'summary.putAside_one': 'La question précédente est envoyée en entier, sans résumé',
  'summary.putAside_many':
    'Les {{count, number}} de questions précédentes sont envoyées en entier, sans résumé',
  'summary.putAside_other':
    'Les {{count, number}} questions précédentes sont envoyées en entier, sans résumé',
  'summary.by':
    'Rédigé par {{model}}. Seul le modèle le lit à la place des messages ci-dessus ; pour vous, ils restent tels quels.',
  'summary.edited':
    'Modifié par vous. Seul le modèle le lit à la place des messages ci-dessus ; pour vous, ils restent tels quels.',
  'summary.edit': 'Modifier le résumé',
  'summary.editor': 'Texte du résumé',
  'summary.save': 'Enregistrer',
  'summary.sendAll': 'Tout envoyer à nouveau',
  'summary.use': 'Envoyer le résumé',
  summarising: 'Résumé du début de la discussion…',
  'gauge.title': 'Longueur de la discussion',
  'gauge.label': 'La discussion occupe {{part}} de ce que le modèle peut lire',
  'gauge.numbers': '{{tokens, number}} jetons sur {{limit, number}} ({{part}})',
  'gauge.later':
    'Aux quatre cinquièmes, la partie la plus ancienne est envoyée au modèle sous forme de résumé. Ce que vous voyez ne change pas.',
  'gauge.next_one':
    'Avant votre prochaine question, la plus ancienne est résumée pour le modèle. Ce que vous voyez ne change pas.',
  'gauge.next_many':
    'Avant votre prochaine question, les {{count, number}} de plus anciennes sont résumées pour le modèle. Ce que vous voyez ne change pas.',
  'gauge.next_other':
    'Avant votre prochaine question, les {{count, number}} plus anciennes sont résumées pour le modèle. Ce que vous voyez ne change pas.',
  'gauge.full':
    'Votre question est trop longue pour ce modèle, même en résumant tout ce qui précède. Raccourcissez-la ou choisissez un modèle qui lit davantage.',
  'gauge.sendsAll':
    'Dans cette discussion, tout est envoyé en entier. Si vous la faites résumer, le modèle lit un résumé de la partie la plus ancienne.',
  'gauge.summarise': 'Résumer le début',
  'gauge.nothing': 'Il n’y a encore rien à résumer.',
  'tooLong.by_one': 'C’est {{count, number}} jeton de trop.',
  'tooLong.by_many': 'C’est {{count, number}} de jetons de trop.',
  'tooLong.by_other': 'C’est {{count, number}} jetons de trop.',
  'tooLong.summarise': 'Résumer le début et reposer la question',
  'turn.menu': 'Options du message',
  'turn.asked': 'Question posée : {{moment}}',
  'turn.answered': 'Réponse : {{moment}}',
  'turn.fork': 'Créer une branche à partir d’ici',
  'turn.saveQuestion': 'Enregistrer dans la bibliothèque',
  'turn.repeat': 'Répéter…',
  'turn.openQuestionCanvas': 'Ouvrir la question comme canevas',
  'turn.openCanvas': 'Ouvrir comme canevas',
  'canvases.open': 'Canevas de cette discussion',
  'turn.copyLink': 'Copier le lien',
  'turn.linkCopied': 'Lien copié',
  'fork.done': 'Nouvelle discussion avec les messages jusqu’ici',
  'fork.mark': 'Branche',
  'fork.original': 'Ouvrir la discussion d’origine',
  'find.open': 'Rechercher dans la discussion',
  'find.label': 'Rechercher dans cette discussion',
  'find.field': 'Rechercher dans cette discussion',
  'find.place': '{{index, number}} sur {{total, number}}',
  'find.none': 'Aucun résultat',
  'find.reading': 'Recherche en cours…',
  'find.partly': 'Certains messages n’ont pas pu être chargés.',
  'find.previous': 'Résultat précédent',
  'find.next': 'Résultat suivant',
  'find.close': 'Fermer la recherche',
} as const satisfies Translation<typeof english, 'fr'>
