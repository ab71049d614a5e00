import type english from '../en/invites.ts'
import type { Translation } from '../translation.ts'

export default {
  title: 'Vos invitations',
  failed: 'Les invitations n’ont pas pu être chargées.',
  invited: 'Vous êtes invité.',
  invitedBy: '{{name}} vous invite.',
  forDomain: 'Ouvert à toutes les adresses de votre domaine',
  accept: 'Accepter',
  'accept.named': 'Accepter : {{account}}',
  decline: 'Refuser',
  'decline.named': 'Refuser : {{account}}',
  'join.page': 'Invitation',
  'join.title': 'Rejoindre',
  'join.until': 'Valable jusqu’au {{date}}',
  'join.notValid': 'Cette invitation ne mène nulle part',
  'join.action': 'Rejoindre {{account}}',
  'join.signIn': 'Se connecter pour rejoindre',
  'join.signUp': 'S’inscrire pour rejoindre',
  'join.terms': 'Lire et accepter d’abord les conditions',
  'join.other': 'Utiliser une autre adresse',
  'join.as': 'Vous êtes connecté en tant que',
} as const satisfies Translation<typeof english, 'fr'>
