import type english from '../../en/offline/offline.ts'
import type { Translation } from '../../translation.ts'

export default {
  title: 'Vous êtes hors ligne',
  text: 'Atrium s’ouvrira de nouveau quand la connexion sera rétablie. En attendant, vous pouvez lire les discussions ouvertes en dernier sur cet appareil.',
  'text.none': 'Atrium s’ouvrira de nouveau quand la connexion sera rétablie.',
  again: 'Réessayer',
  trying: 'Connexion…',
  chats: 'Discussions sur cet appareil',
  back: 'Toutes les discussions',
  read: 'État du {{date}}',
  you: 'Vous',
  answer: 'Réponse',
  missing: 'Aucune réponse n’a été conservée pour cette question.',
} as const satisfies Translation<typeof english, 'fr'>
