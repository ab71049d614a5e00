import type english from '../../en/team/profile.ts'
import type { Translation } from '../../translation.ts'

export default {
  title: 'Profil',
  back: 'Retour',
  loading: 'Chargement de votre profil…',
  failed: 'Votre profil n’a pas pu être chargé',
  'sections.you': 'À propos de vous',
  'sections.security': 'Connexion',
  'sections.data': 'Vos données',
  save: 'Enregistrer',
  undo: 'Annuler les modifications',
  saved: 'Votre profil est enregistré.',
  'you.title': 'Nom et photo',
  'you.text': 'Les personnes de vos comptes les voient.',
  'you.firstName': 'Prénom',
  'you.lastName': 'Nom',
  'you.noFirstName': 'Saisissez votre prénom.',
  'you.noLastName': 'Saisissez votre nom.',
  'you.email': 'Adresse e-mail',
  'you.picture': 'Photo',
  'you.pictureHint': 'PNG ou JPEG, {{megabytes, number}} Mo au plus',
  'you.choosePicture': 'Choisir une photo',
  'you.changePicture': 'Changer la photo',
  'you.removePicture': 'Retirer la photo',
  'you.pictureSaved': 'La photo est enregistrée.',
  'you.pictureRemoved': 'La photo est retirée.',
  'you.pictureTooLarge': 'Le fichier {{file}} dépasse {{megabytes, number}} Mo.',
  'look.title': 'Langue et apparence',
  'look.text':
    'La langue et les couleurs s’appliquent sur tous vos appareils ; la densité, dans ce navigateur.',
  'density.label': 'Densité',
  'density.comfortable': 'Aérée',
  'density.compact': 'Compacte',
  'time.title': 'Heure et e-mails',
  'time.text': 'Les jours et les matins suivent votre fuseau horaire.',
  'time.zone': 'Fuseau horaire',
  'time.choose': 'Choisir un fuseau horaire',
  'time.noneFound': 'Aucun fuseau horaire ne porte ce nom.',
  'mail.label': 'E-mail quotidien',
  'mail.DAILY':
    'Le matin, s’il y a du nouveau : réponses non lues, mentions, invitations, demandes de crédits',
  'mail.NEVER': 'Jamais',
  'export.title': 'Une copie de vos données',
  'export.text':
    'Votre profil, vos sessions, comptes, salons et toutes vos discussions dans un fichier zip, à lire et à emporter.',
  'export.loading': 'Chargement…',
  'export.ask': 'Demander une copie',
  'export.askAgain': 'Demander une nouvelle copie',
  'export.making':
    'La copie est en préparation. Vous recevrez un e-mail quand elle sera prête ; vous pouvez quitter cette page.',
  'export.ready': 'La copie est prête ({{size}}). Vous pouvez la télécharger jusqu’au {{date}}.',
  'export.download': 'Télécharger',
  'export.failed': 'La copie n’a pas pu être créée. Veuillez la redemander.',
  'export.loadFailed': 'L’état de votre copie n’a pas pu être chargé',
  'delete.title': 'Supprimer votre compte personnel',
  'delete.text_one':
    'Vous êtes déconnecté partout. Tout ce qui vous appartient est effacé après {{count, number}} jour ; d’ici là, vous connecter permet d’annuler.',
  'delete.text_many':
    'Vous êtes déconnecté partout. Tout ce qui vous appartient est effacé après {{count, number}} jours ; d’ici là, vous connecter permet d’annuler.',
  'delete.text_other':
    'Vous êtes déconnecté partout. Tout ce qui vous appartient est effacé après {{count, number}} jours ; d’ici là, vous connecter permet d’annuler.',
  'delete.open': 'Supprimer mon compte personnel…',
  'delete.question': 'Supprimer votre compte personnel ?',
  'delete.stays':
    'Vos discussions sont effacées. Les salons et fichiers que vous avez créés pour d’autres leur restent, sans votre nom.',
  'delete.goes': 'Ces comptes ne sont qu’à vous et sont supprimés avec vous :',
  'delete.inTheWay':
    'D’autres personnes appartiennent à ces comptes. Transmettez-les ou supprimez-les d’abord :',
  'delete.toAccounts': 'Vers vos comptes',
  'delete.confirm': 'Supprimer mon compte personnel',
  'delete.done': 'Tout ce qui vous appartient sera effacé après le {{date}}.',
  'delete.planFailed': 'Impossible de dire ce que la suppression entraînerait',
  'templates.title': 'Suggestions',
  'templates.text': 'Des modèles de la bibliothèque de questions qui correspondent à votre saisie.',
  'templates.label': 'Suggérer des modèles pendant la saisie',
  'notices.title': 'Notifications',
  'notices.text':
    'Quand une réponse se termine alors qu’Atrium est en arrière-plan. Valable dans ce navigateur.',
  'notices.label': 'Afficher les notifications du navigateur',
  'notices.unsupported': 'Ce navigateur ne prend pas en charge les notifications.',
  'notices.blocked':
    'Les notifications sont bloquées pour ce site. Autorisez-les dans les réglages du navigateur.',
  'push.title': 'Quand Atrium est fermé',
  'push.text': 'Envoyées chiffrées par le service push de votre navigateur, jusqu’à votre déconnexion ici.',
  'push.mention': 'Vos mentions',
  'push.job': 'Vos tâches : terminées, échouées ou en attente de votre réponse',
  'push.question':
    'Réponses à d’autres dans les discussions partagées que vous possédez ou où vous avez posé une question',
  'push.failed': 'Impossible de modifier les notifications',
  'push.loading': 'Chargement des notifications…',
  'mail.stopped.bounce':
    'Le courrier envoyé à votre adresse est revenu ; nous avons donc cessé les envois le {{date}}. Vous ne recevez pas non plus de codes ni d’invitations.',
  'mail.stopped.complaint':
    'Un e-mail envoyé à votre adresse a été signalé comme indésirable ; nous avons donc cessé les envois le {{date}}. Vous ne recevez pas non plus de codes ni d’invitations.',
  'mail.stopped.operator':
    'Un administrateur a arrêté les envois à votre adresse le {{date}}. Demandez-lui de les reprendre.',
  'mail.resume': 'Reprendre les envois',
  'mail.resumed': 'Les envois à votre adresse ont repris.',
  'unsubscribe.title': 'E-mail quotidien',
  'unsubscribe.loading': 'Chargement de vos réglages…',
  'unsubscribe.DAILY':
    '{{address}} reçoit des e-mails de notification : un récapitulatif quotidien et les demandes de crédits.',
  'unsubscribe.NEVER':
    '{{address}} ne reçoit plus d’e-mails de notification. Les codes, alertes de sécurité et invitations arrivent toujours.',
  'unsubscribe.turnOff': 'Se désabonner',
  'unsubscribe.turnOn': 'Réactiver',
  'unsubscribe.invalid': 'Ce lien n’est pas valide',
  'unsubscribe.invalidText': 'Connectez-vous et modifiez les e-mails dans votre profil.',
  'unsubscribe.toProfile': 'Ouvrir votre profil',
  'device.title': 'Cet appareil',
  'device.text':
    'Atrium peut être installé comme une application et affiche, sans connexion, les discussions lues en dernier.',
  'device.install': 'Installer Atrium',
  'device.installed': 'Atrium est installé sur cet appareil.',
  'device.keep': 'Conserver les discussions récentes pour la lecture hors ligne',
  'device.keep.text':
    'Les 20 discussions ouvertes en dernier, sur cet appareil uniquement. La déconnexion les supprime.',
} as const satisfies Translation<typeof english, 'fr'>
