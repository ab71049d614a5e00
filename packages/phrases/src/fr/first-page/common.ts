import type english from '../../en/first-page/common.ts'
import type { Translation } from '../../translation.ts'

export default {
  productName: 'Atrium',
  'action.cancel': 'Annuler',
  'action.close': 'Fermer',
  'action.tryAgain': 'Réessayer',
  'action.goToRooms': 'Aller à vos salons',
  loading: 'Chargement…',
  skipToContent: 'Aller au contenu',
  'language.label': 'Langue',
  'scheme.label': 'Thème',
  'scheme.light': 'Clair',
  'scheme.dark': 'Sombre',
  'scheme.auto': 'Système',
  'page.notFound.title': 'Page introuvable',
  'page.notFound.text': 'Désolé, nous ne trouvons pas la page que vous cherchez.',
  'page.forbidden.title': 'Accès non autorisé',
  'page.forbidden.text':
    'Cette page n’est ouverte qu’à certaines personnes, et vous n’en faites pas partie. Un administrateur de votre compte peut y remédier.',
  'page.serverError.title': 'Un problème est survenu de notre côté',
  'page.serverError.text': 'Rien de ce que vous avez écrit n’est perdu. Veuillez réessayer dans un instant.',
  'page.maintenance.title': 'Atrium est en maintenance',
  'page.maintenance.text':
    'Le service n’est pas disponible pour le moment. Cette page vérifie d’elle-même et vous ramène dès qu’il l’est de nouveau.',
  'page.maintenance.until':
    'La maintenance programmée se termine vers {{time}}. Cette page vous ramènera alors où vous étiez ; vos réponses sont conservées.',
  'page.maintenance.checking': 'Vérification en cours…',
  'page.comingSoon.title': 'Bientôt disponible',
  'page.comingSoon.text': 'Cette partie d’Atrium n’est pas encore ouverte.',
  'page.earlyAccessFull.title': 'L’accès anticipé est complet',
  'page.earlyAccessFull.text':
    'L’inscription n’est pas ouverte pour cette adresse e-mail. Si vous avez été invité, utilisez l’adresse à laquelle l’invitation a été envoyée, ou adressez-vous à la personne qui vous a invité.',
  'page.earlyAccessFull.action': 'Retour à la connexion',
} as const satisfies Translation<typeof english, 'fr'>
