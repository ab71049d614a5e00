import type english from '../en/account-mails.ts'
import type { Translation } from '../translation.ts'

export default {
  'invite.subject': '{{inviter}} vous invite à rejoindre {{account}} sur Atrium',
  'invite.text':
    '{{inviter}} vous invite à rejoindre le compte « {{account}} » sur Atrium, où les équipes interrogent ensemble des modèles d’IA.',
  'invite.button': 'Voir l’invitation',
  'invite.life': 'Le lien est valable {{days}} jours et uniquement pour cette adresse e-mail.',
  'invite.unknown':
    'Si vous ne connaissez pas {{inviter}}, vous pouvez ignorer ce message : rien ne se passe tant que vous n’acceptez pas.',
} as const satisfies Translation<typeof english, 'fr'>
