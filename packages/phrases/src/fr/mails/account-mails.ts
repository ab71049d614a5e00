import type english from '../../en/mails/account-mails.ts'
import type { Translation } from '../../translation.ts'

export default {
  'invite.subject': '{{inviter}} vous invite à rejoindre {{account}} sur Atrium',
  'invite.text':
    '{{inviter}} vous invite à rejoindre le compte « {{account}} » sur Atrium, où les équipes interrogent ensemble des modèles d’IA.',
  'invite.room': 'Vous commencerez dans le salon « {{room}} ».',
  'invite.button': 'Voir l’invitation',
  'invite.life': 'Le lien est valable {{days}} jours et uniquement pour cette adresse e-mail.',
  'invite.unknown':
    'Si vous ne connaissez pas {{inviter}}, vous pouvez ignorer ce message : rien ne se passe tant que vous n’acceptez pas.',
  'ended.subject': 'Les invitations de {{name}} à {{account}} ont pris fin',
  'ended.text':
    '{{name}} n’administre plus « {{account}} » : ses invitations et ses liens publics ne sont plus valables.',
  'ended.invites': 'Invitations retirées :',
  'ended.links': 'Liens publics révoqués :',
  'ended.next':
    'Si ces personnes doivent toujours rejoindre le compte, invitez-les de nouveau depuis la page Membres.',
  'credits.requested.subject': '{{name}} demande des crédits dans {{account}}',
  'credits.requested.text':
    '{{name}} a demandé davantage de crédits dans « {{account}} » pour la raison suivante :',
  'credits.approved.subject': 'Vous avez {{credits}} crédits de plus dans {{account}}',
  'credits.approved.text':
    'Votre demande de crédits dans « {{account}} » a été acceptée : vous pouvez utiliser {{credits}} crédits de plus.',
  'credits.approvedMonthly.subject': 'Vous avez {{credits}} crédits de plus chaque mois dans {{account}}',
  'credits.approvedMonthly.text':
    'Votre demande de crédits dans « {{account}} » a été acceptée : vous pouvez utiliser {{credits}} crédits de plus chaque mois.',
  'credits.refused.subject': 'Votre demande de crédits dans {{account}} a été refusée',
  'credits.refused.text': 'Votre demande de crédits dans « {{account}} » a été refusée. La réponse :',
  'credits.button': 'Décider',
  'credits.back': 'Retour à Atrium',
  'limit.own.subject': 'Votre limite mensuelle de crédits dans {{account}} est presque atteinte',
  'limit.own.text':
    'Vous avez utilisé {{used}} crédits sur {{limit}} de votre limite mensuelle dans « {{account}} ». Un administrateur peut relever la limite.',
  'limit.member.subject': '{{name}} a presque atteint sa limite de crédits dans {{account}}',
  'limit.member.text':
    '{{name}} a utilisé {{used}} crédits sur {{limit}} de sa limite mensuelle dans « {{account}} ».',
  'limit.room.subject': 'Le salon {{name}} a presque atteint sa limite de crédits',
  'limit.room.text':
    'Le salon « {{name}} » de « {{account}} » a utilisé {{used}} crédits sur {{limit}} de sa limite mensuelle.',
  'limit.button': 'Voir les limites',
} as const satisfies Translation<typeof english, 'fr'>
