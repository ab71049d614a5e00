import type english from '../../en/chat/sharing.ts'
import type { Translation } from '../../translation.ts'

export default {
  share: 'Partager…',
  stop: 'Arrêter le partage',
  'done.none': 'Partage arrêté.',
  'queue.returned': 'Votre question en attente n’a pas été posée.',
  me: 'Moi',
  by: 'Partagée par {{name}}',
  byMe: 'Partagée par vous',
  'mark.read': 'Lecture seule',
  'mark.open': 'Ouverte aux questions',
} as const satisfies Translation<typeof english, 'fr'>
