import type english from '../../en/team/onboarding.ts'
import type { Translation } from '../../translation.ts'

export default {
  'welcome.title': 'Bienvenue dans Atrium',
  'welcome.step': 'Étape {{step, number}} sur {{count, number}}',
  'welcome.skip': 'Passer',
  'welcome.back': 'Retour',
  'welcome.next': 'Suivant',
  'welcome.start': 'Commencer',
  'welcome.ask.title': 'Interrogez le modèle de votre choix',
  'welcome.ask.text':
    'Écrivez une question, joignez des fichiers et choisissez un modèle, ou laissez Auto choisir. Le prix s’affiche avant l’envoi.',
  'welcome.rooms.title': 'Travaillez ensemble dans des salons',
  'welcome.rooms.text':
    'Un salon a ses membres, ses fichiers et ses instructions, et chaque discussion les utilise. Vos discussions restent privées tant que vous ne les partagez pas.',
  'welcome.sources.title': 'Vérifiez chaque réponse',
  'welcome.sources.text':
    'Les réponses citent les passages qu’elles utilisent. Sélectionnez une citation pour la lire dans son document.',
  'steps.title': 'Pour commencer',
  'steps.done': '{{done, number}} sur {{count, number}}',
  'steps.close': 'Fermer cette liste',
  'steps.invite': 'Inviter des personnes',
  'steps.file': 'Ajouter un fichier',
  'steps.template': 'Utiliser un modèle de question',
  'steps.isDone': 'Fait',
  'steps.isOpen': 'À faire',
} as const satisfies Translation<typeof english, 'fr'>
