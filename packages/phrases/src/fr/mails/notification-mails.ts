import type english from '../../en/mails/notification-mails.ts'
import type { Translation } from '../../translation.ts'

export default {
  'footer.text': 'Vous recevez cet e-mail parce que l’e-mail quotidien est activé dans votre profil Atrium.',
  'footer.change': 'Modifier ou se désabonner',
  'digest.subject': 'Votre récapitulatif Atrium du {{date}}',
  'digest.intro': 'Voici les nouveautés depuis votre dernier récapitulatif.',
  'digest.chats': 'Réponses non lues',
  'digest.jobs': 'Tâches',
  'digest.job.completed': 'Terminée · {{room}} · {{account}}',
  'digest.job.failed': 'Échec · {{room}} · {{account}}',
  'digest.job.paused': 'Attend votre réponse · {{room}} · {{account}}',
  'digest.mentions': 'Mentions',
  'digest.invites': 'Invitations',
  'digest.requests': 'Demandes de crédits',
  'digest.place': '{{room}} · {{account}}',
  'digest.untitled': 'Discussion sans titre',
  'digest.mention': '{{name}} vous a mentionné',
  'digest.private': '{{room}} · {{account}} · La discussion est privée. Demandez-lui de quoi il s’agit.',
  'digest.invite': '{{name}} vous invite à rejoindre « {{account}} »',
  'digest.invited': 'Vous êtes invité à rejoindre « {{account}} »',
  'digest.request': '{{name}} demande des crédits',
  'digest.more': '{{count}} de plus dans Atrium',
  'digest.open': 'Ouvrir Atrium',
  'schedule.subject': 'Votre planification « {{title}} » a échoué',
  'schedule.text': 'La dernière exécution de votre planification « {{title}} » a échoué :',
  'schedule.continues': 'Elle sera de nouveau exécutée à la prochaine échéance.',
  'schedule.paused':
    'C’est le troisième échec de suite : la planification est suspendue. Reprenez-la quand la cause aura disparu.',
  'schedule.button': 'Ouvrir les planifications',
  'waiting.subject': 'Vous pouvez maintenant rejoindre Atrium',
  'waiting.text':
    'Vous vouliez être prévenu dès qu’une place se libère sur Atrium. Vous pouvez maintenant créer votre compte avec cette adresse e-mail.',
  'waiting.button': 'Créer un compte',
  'waiting.unknown': 'Si vous n’avez rien demandé, ignorez cet e-mail.',
} as const satisfies Translation<typeof english, 'fr'>
