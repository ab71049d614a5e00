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
  'present.title': 'Présents',
  'present.count_one': '{{count, number}} personne ici',
  'present.count_many': '{{count, number}} de personnes ici',
  'present.count_other': '{{count, number}} personnes ici',
  'typing.state': 'Écrit…',
  'typing.one': '{{name}} écrit',
  'typing.two': '{{name}} et {{other}} écrivent',
  'typing.more_one': '{{name}} et {{count, number}} autre écrivent',
  'typing.more_many': '{{name}} et {{count, number}} d’autres écrivent',
  'typing.more_other': '{{name}} et {{count, number}} autres écrivent',
  'new.read': 'Partagée avec {{room}}, en lecture seule',
  'new.open': 'Partagée avec {{room}}, ouverte aux questions',
  'new.private': 'Privée : vous seul verrez cette discussion',
  'new.keep': 'Garder privée',
  'new.share': 'Partager avec le salon',
} as const satisfies Translation<typeof english, 'fr'>
