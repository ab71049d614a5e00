import type english from '../../en/team/terms.ts'
import type { Translation } from '../../translation.ts'

export default {
  title: 'Conditions d’utilisation',
  lead: 'Ces conditions vous lient à l’organisation qui exploite ce service Atrium. Elles sont courtes et faites pour être lues.',
  'section.service.title': 'Ce que fait le service',
  'section.service.text':
    'Atrium transmet vos questions à des modèles d’IA et conserve les réponses pour vous et pour les personnes avec qui vous les partagez. L’organisation qui exploite ce service décide des modèles proposés, de leur coût en crédits et de la durée de conservation des discussions.',
  'section.account.title': 'Vos identifiants',
  'section.account.text':
    'Utilisez une adresse e-mail qui est la vôtre et un mot de passe que personne d’autre ne connaît. Ce qui est fait avec vos identifiants est réputé fait par vous. Prévenez sans attendre la personne qui gère ce service si vous pensez que quelqu’un d’autre les utilise.',
  'section.content.title': 'Ce que vous écrivez et envoyez',
  'section.content.text':
    'Ce que vous écrivez et envoyez vous appartient. Vous autorisez le service à le conserver et à le transmettre au modèle que vous choisissez, dans la mesure nécessaire pour vous répondre. N’y mettez rien que vous n’avez pas le droit de transmettre : données personnelles d’autrui, secrets que vous avez promis de garder, œuvres que vous ne pouvez pas copier.',
  'section.answers.title': 'Ce que répondent les modèles',
  'section.answers.text':
    'Les réponses sont rédigées par des machines. Elles peuvent être fausses, périmées ou injustes tout en paraissant sûres. Vérifiez ce qui compte avant de vous y fier, surtout en matière de santé, de droit, d’argent et de sécurité. Vous êtes responsable de l’usage que vous faites d’une réponse.',
  'section.fairUse.title': 'Usage loyal',
  'section.fairUse.text':
    'N’utilisez pas le service pour enfreindre la loi, nuire à des personnes ou les tromper, créer des logiciels malveillants, envoyer des messages en masse ou contourner ses limites. N’essayez pas d’atteindre des salons, discussions ou fichiers qui ne vous ont pas été partagés.',
  'section.privacy.title': 'Qui peut voir quoi',
  'section.privacy.text':
    'Vos discussions sont à vous tant que vous ne les partagez pas. Les membres d’un salon voient ce qui y est partagé. Les administrateurs d’un compte voient qui en sont les membres et combien de crédits sont utilisés. Les personnes qui exploitent les serveurs peuvent, comme pour tout service auto-hébergé, accéder techniquement aux données ; demandez-leur comment elles les traitent.',
  'section.credits.title': 'Crédits',
  'section.credits.text':
    'Les questions consomment des crédits, plus ou moins selon le modèle et la longueur. Ce qu’une question a coûté figure dans l’historique de vos discussions. Une réponse qui échoue avant que rien n’ait été écrit n’en consomme aucun.',
  'section.age.title': 'Âge',
  'section.age.text':
    'Vous devez avoir au moins 18 ans, ou l’âge de la majorité là où vous vivez s’il est différent. Une personne de moins de 18 ans a besoin de l’autorisation d’un parent ou d’un tuteur.',
  'section.ending.title': 'Fin et modifications',
  'section.ending.text':
    'Vous pouvez arrêter à tout moment. L’exploitant du service peut fermer un accès qui enfreint ces conditions. Si les conditions changent de façon importante, votre accord vous est redemandé avant de continuer. Le service est fourni tel quel ; les droits que la loi de votre pays vous donne et auxquels on ne peut renoncer demeurent.',
  'gate.title': 'Avant de commencer',
  'gate.confirm': 'Je confirme avoir l’âge légal pour utiliser ce service',
  'gate.age':
    'Vous avez au moins 18 ans, ou l’âge de la majorité dans votre pays. Avant 18 ans, il vous faut l’autorisation d’un parent ou d’un tuteur.',
  'gate.missing': 'Veuillez confirmer que vous avez l’âge légal.',
  'gate.submit': 'Accepter et continuer',
  'gate.decline': 'Plutôt me déconnecter',
  back: 'Retour',
} as const satisfies Translation<typeof english, 'fr'>
