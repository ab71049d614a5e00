import type english from '../../en/mails/mails.ts'
import type { Translation } from '../../translation.ts'

export default {
  'verifyEmail.subject': 'Votre code Atrium',
  'verifyEmail.text': 'Bienvenue sur Atrium. Saisissez ce code pour confirmer votre adresse e-mail :',
  'newPassword.subject': 'Votre code Atrium pour un nouveau mot de passe',
  'newPassword.text':
    'Quelqu’un, vous sans doute, a demandé à définir un nouveau mot de passe pour Atrium. Saisissez ce code pour continuer :',
  'code.life':
    'Le code est valable 10 minutes et 5 essais. Personne chez Atrium ne vous le demandera jamais.',
  'code.notYou': 'Si vous ne l’avez pas demandé, vous pouvez ignorer ce message : rien n’a été modifié.',
  'alreadySignedUp.subject': 'Vous avez déjà un accès à Atrium',
  'alreadySignedUp.text':
    'Quelqu’un, peut-être vous, a tenté de s’inscrire sur Atrium avec cette adresse e-mail. Un accès existe déjà pour elle, et rien n’a été modifié.',
  'alreadySignedUp.next':
    'Pour continuer, connectez-vous ici, ou définissez-y un nouveau mot de passe si vous avez oublié le vôtre : {{url}}',
  'passwordChanged.subject': 'Votre mot de passe Atrium a été modifié',
  'passwordChanged.text':
    'Le mot de passe de votre accès à Atrium vient d’être modifié, et toutes les autres sessions ont été fermées.',
  'passwordChanged.next':
    'Si ce n’était pas vous, définissez immédiatement un nouveau mot de passe : {{url}}',
  'providerAdded.subject': 'Vous pouvez maintenant vous connecter à Atrium avec {{provider}}',
  'providerAdded.text':
    'Désormais, vous pouvez aussi vous connecter à Atrium avec {{provider}}, qui a confirmé que cette adresse e-mail est la vôtre.',
  'providerAdded.next': 'Si ce n’était pas vous, définissez immédiatement un nouveau mot de passe : {{url}}',
} as const satisfies Translation<typeof english, 'fr'>
