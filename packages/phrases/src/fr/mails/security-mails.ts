import type english from '../../en/mails/security-mails.ts'
import type { Translation } from '../../translation.ts'

export default {
  'secondFactorOn.subject': 'Votre connexion à Atrium demande désormais un second facteur',
  'secondFactorOn.text':
    'Désormais, se connecter à Atrium avec votre mot de passe demande aussi un code de votre application d’authentification.',
  'secondFactorOff.subject': 'Votre connexion à Atrium ne demande plus de second facteur',
  'secondFactorOff.text':
    'Le second facteur de votre connexion à Atrium vient d’être désactivé. Votre mot de passe seul suffit à nouveau.',
  'recoveryCodesRenewed.subject': 'Nouveaux codes de secours pour Atrium',
  'recoveryCodesRenewed.text':
    'De nouveaux codes de secours ont été créés pour votre connexion à Atrium. Les anciens ne fonctionnent plus.',
  'recoveryCodeUsed.subject': 'Un de vos codes de secours a été utilisé',
  'recoveryCodeUsed.text':
    'Quelqu’un, vous sans doute, vient de se connecter à Atrium avec l’un de vos codes de secours. Codes inutilisés restants : {{left}}.',
  'passkeyAdded.subject': 'Une clé d’accès a été ajoutée à votre connexion Atrium',
  'passkeyAdded.text':
    'Une clé d’accès vient d’être ajoutée. Qui la détient peut se connecter à Atrium en votre nom.',
  'passkeyRemoved.subject': 'Une clé d’accès a été retirée de votre connexion Atrium',
  'passkeyRemoved.text':
    'Une clé d’accès vient d’être retirée. Elle ne permet plus de se connecter à Atrium.',
  'deletionRequested.subject': 'Vos données Atrium vont être supprimées',
  'deletionRequested.text':
    'Vous avez demandé la suppression de votre connexion à Atrium. Tout ce qui vous appartient sera effacé après le {{date}}. D’ici là, vous pouvez l’annuler en vous connectant : {{url}}',
  'deletionUndone.subject': 'Votre connexion à Atrium est conservée',
  'deletionUndone.text': 'La suppression de votre connexion à Atrium a été annulée. Tout est comme avant.',
  'exportReady.subject': 'Vos données Atrium sont prêtes',
  'exportReady.text':
    'La copie de vos données que vous avez demandée est prête. Téléchargez-la depuis votre profil d’ici au {{date}} : {{url}}',
  'adminMade.subject': 'Vous administrez maintenant Atrium',
  'adminMade.text':
    'Vous êtes maintenant administrateur système d’Atrium. Fournisseurs, forfaits, personnes et état se trouvent sous « Système » dans le menu du compte : {{url}}',
  'adminRemoved.subject': 'Vous n’administrez plus Atrium',
  'adminRemoved.text':
    'Un administrateur système a mis fin à votre rôle d’administrateur système d’Atrium. Vos équipes et vos discussions restent inchangées.',
  'signedOutByAdmin.subject': 'Vous avez été déconnecté d’Atrium',
  'signedOutByAdmin.text':
    'Un administrateur système vous a déconnecté d’Atrium sur tous vos appareils. Vous pouvez vous reconnecter normalement.',
  'unlockedByAdmin.subject': 'Vous pouvez de nouveau vous connecter à Atrium',
  'unlockedByAdmin.text':
    'Trop de tentatives de connexion à votre compte Atrium ont échoué. Un administrateur système a levé le blocage : vous pouvez réessayer.',
  notYou:
    'Si ce n’était pas vous, définissez immédiatement un nouveau mot de passe et vérifiez vos sessions : {{url}}',
  'suspendedByAdmin.subject': 'Votre compte Atrium est suspendu',
  'suspendedByAdmin.text':
    'Un administrateur système a suspendu votre compte Atrium. Vous ne pourrez pas vous connecter tant qu’il n’est pas rétabli. Vos données sont conservées.',
  'reinstatedByAdmin.subject': 'Votre compte Atrium est rétabli',
  'reinstatedByAdmin.text':
    'Un administrateur système a levé la suspension de votre compte Atrium. Vous pouvez vous connecter normalement.',
  'deletedByAdmin.subject': 'Votre compte Atrium a été supprimé',
  'deletedByAdmin.text':
    'Un administrateur système a supprimé votre compte Atrium. Toutes vos données seront définitivement effacées après le {{date}}. S’il s’agit d’une erreur, demandez à votre administrateur de le restaurer d’ici là.',
  'restoredByAdmin.subject': 'Votre compte Atrium est restauré',
  'restoredByAdmin.text':
    'Un administrateur système a restauré votre compte Atrium. Tout est comme avant et vous pouvez vous connecter normalement.',
} as const satisfies Translation<typeof english, 'fr'>
