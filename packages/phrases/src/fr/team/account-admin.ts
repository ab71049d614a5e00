import type english from '../../en/team/account-admin.ts'
import type { Translation } from '../../translation.ts'

export default {
  'tabs.label': 'Parties du compte',
  'tabs.members': 'Membres',
  'tabs.settings': 'Paramètres',
  'tabs.knowledgeBases': 'Bases de connaissances',
  'tabs.audit': 'Journal d’audit',
  'tabs.api': 'API',
  'tabs.api.closed': 'API (pas ouverte)',
  'api.closed.title': 'L’API n’est pas ouverte',
  'api.closed.text':
    'Il n’est pas possible d’y créer des clés pour des programmes. La référence décrit chaque appel de ce serveur.',
  'api.closed.reference': 'Ouvrir la référence de l’API',
  'settings.title': 'Paramètres du compte',
  'settings.loading': 'Chargement des paramètres…',
  'settings.failed': 'Les paramètres n’ont pas pu être chargés',
  'settings.save': 'Enregistrer',
  'settings.undo': 'Annuler les modifications',
  'settings.saved': 'Les paramètres sont enregistrés.',
  'general.title': 'Nom et logo',
  'general.text': 'Tout le monde dans le compte les voit, ainsi que les personnes que vous invitez.',
  'general.saved': 'Le nom et le logo sont enregistrés.',
  'general.logoFailed': 'Le nom est enregistré, mais le logo n’a pas pu être envoyé.',
  'general.removeLogo': 'Retirer le logo',
  'general.logoRemoved': 'Le logo est retiré.',
  'models.title': 'Modèles',
  'models.text':
    'Les modèles que les membres peuvent interroger, et celui qui est choisi tant qu’ils n’en choisissent pas un autre.',
  'models.all': 'Tous les modèles, y compris ceux ajoutés plus tard',
  'models.default': 'Modèle par défaut',
  'models.ofProduct': 'Selon la configuration du produit',
  'models.auto': 'Auto',
  'models.defaultNotAllowed': 'Le modèle par défaut doit être l’un des modèles autorisés.',
  'retention.title': 'Durée de conservation des discussions',
  'retention.text':
    'Une discussion dans laquelle personne n’a rien demandé depuis aussi longtemps est effacée définitivement.',
  'retention.never': 'Garder les discussions jusqu’à ce que quelqu’un les supprime',
  'retention.after': 'Effacer les discussions après un certain temps',
  'retention.days': 'Jours après la dernière question',
  'retention.wrong': 'Entrez un nombre entier de jours, de {{least, number}} à {{most, number}}.',
  'retention.sure.title_one': 'Effacer les discussions après {{count, number}} jour ?',
  'retention.sure.title_many': 'Effacer les discussions après {{count, number}} de jours ?',
  'retention.sure.title_other': 'Effacer les discussions après {{count, number}} jours ?',
  'retention.sure.text':
    'Les discussions déjà plus anciennes sont effacées dans la journée. Personne ne peut les récupérer.',
  'retention.sure.confirm': 'Effacer les anciennes discussions',
  'domain.title': 'Rejoindre sans invitation',
  'domain.text':
    'Les personnes dont l’adresse e-mail confirmée est de ce domaine trouvent le compte sur leur écran des comptes et peuvent le rejoindre comme membres.',
  'domain.none': 'Sur invitation uniquement',
  'domain.own': 'Toute personne ayant une adresse chez {{domain}}',
  'domain.other': 'Toute personne ayant une adresse chez {{domain}} (défini par un autre administrateur)',
  'domain.public':
    'N’importe qui peut obtenir une adresse chez {{domain}} : le compte ne peut donc pas y être ouvert à tous.',
  'domain.refused':
    'Le compte ne peut être ouvert qu’au domaine de votre propre adresse e-mail, si elle est confirmée.',
  'delete.title': 'Supprimer le compte',
  'delete.text_one':
    'Les salons, les discussions et les fichiers sont aussitôt fermés à tous. Vous pouvez restaurer le compte pendant {{count, number}} jour ; ensuite, tout est effacé.',
  'delete.text_many':
    'Les salons, les discussions et les fichiers sont aussitôt fermés à tous. Vous pouvez restaurer le compte pendant {{count, number}} de jours ; ensuite, tout est effacé.',
  'delete.text_other':
    'Les salons, les discussions et les fichiers sont aussitôt fermés à tous. Vous pouvez restaurer le compte pendant {{count, number}} jours ; ensuite, tout est effacé.',
  'delete.ownerOnly': 'Seul le propriétaire du compte peut le supprimer.',
  'delete.open': 'Supprimer le compte…',
  'delete.question': 'Supprimer {{account}} ?',
  'delete.type': 'Saisissez le nom du compte pour continuer : {{account}}',
  'delete.typed': 'Nom du compte',
  'delete.confirm': 'Supprimer le compte',
  'delete.done': '{{account}} est supprimé.',
  'deleted.title': 'Comptes supprimés',
  'deleted.until': 'Peut être restauré jusqu’au {{date}}',
  'deleted.restore': 'Restaurer',
  'deleted.restoreNamed': 'Restaurer {{account}}',
  'deleted.restored': '{{account}} est restauré, avec tout ce qu’il contenait.',
  'deleted.failed': 'Les comptes supprimés n’ont pas pu être chargés.',
} as const satisfies Translation<typeof english, 'fr'>
