import type english from '../../en/mails/chat-mails.ts'
import type { Translation } from '../../translation.ts'

export default {
  'mention.subject': 'Vous avez été mentionné sur Atrium',
  'mention.line': '{{name}} vous a mentionné dans le salon « {{room}} » de « {{account}} ».',
  'mention.private': 'Cette discussion est privée. Demandez-lui de quoi il s’agit.',
  'mention.often':
    'Ce message arrive une fois par jour au plus. Vous pouvez le désactiver dans votre profil : {{url}}',
} as const satisfies Translation<typeof english, 'fr'>
