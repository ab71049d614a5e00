import type english from '../../en/link/link-page.ts'
import type { Translation } from '../../translation.ts'

export default {
  loading: 'Chargement…',
  untitled: 'Discussion',
  about: 'Copie en lecture seule du {{made}}. Le lien fonctionne jusqu’au {{until}}.',
  members:
    'Vous la voyez en tant que membre de l’équipe. Les sources que vous ne pouvez pas ouvrir restent masquées.',
  anyone:
    'Toute personne ayant le lien peut lire cette copie. Les noms et les fichiers de l’équipe sont masqués.',
  earlier_one: '{{count, number}} message antérieur ne fait pas partie de ce lien.',
  earlier_many: '{{count, number}} de messages antérieurs ne font pas partie de ce lien.',
  earlier_other: '{{count, number}} messages antérieurs ne font pas partie de ce lien.',
  turn: 'Message {{number, number}}',
  question: 'Question',
  answer: 'Réponse',
  erased: 'Cette question a été supprimée.',
  sandbox: 'Bac à sable',
  unfinished: 'Cette réponse est inachevée.',
  leftOut_one: '{{count, number}} pièce jointe ou image n’est pas incluse.',
  leftOut_many: '{{count, number}} de pièces jointes ou images ne sont pas incluses.',
  leftOut_other: '{{count, number}} pièces jointes ou images ne sont pas incluses.',
  sources_one: '{{count, number}} source',
  sources_many: '{{count, number}} de sources',
  sources_other: '{{count, number}} sources',
  source: 'Source {{number, number}}',
  hidden: 'Masquée : une source que vous ne pouvez pas ouvrir.',
  copy: 'Continuer dans ma propre copie',
  signIn: 'Se connecter',
  retry: 'Réessayer',
  'gone.title': 'Ce lien n’est plus disponible',
  'signedOut.title': 'Connectez-vous pour lire cette discussion',
  'signedOut.text': 'Ce lien est réservé aux membres de l’équipe dont il provient.',
  'limited.title': 'Trop de requêtes',
  'limited.text': 'Attendez une minute, puis réessayez.',
  'failed.title': 'Impossible de charger la page',
  'failed.text': 'Vérifiez votre connexion et réessayez.',
} as const satisfies Translation<typeof english, 'fr'>
