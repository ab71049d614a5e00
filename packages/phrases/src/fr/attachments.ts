import type english from '../en/attachments.ts'
import type { Translation } from '../translation.ts'

export default {
  add: 'Ajouter des images',
  chosen: 'Images de votre question',
  attached: 'Images de la question',
  sending: '{{name}} est en cours d’envoi',
  awaited: 'Envoi des images…',
  failedOnes: 'Une image n’a pas pu être envoyée. Réessayez ou retirez-la.',
  retry: 'Renvoyer {{name}}',
  remove: 'Retirer {{name}}',
  drop: 'Déposez des images pour votre question',
  notSupported: 'Le fichier que vous avez téléversé n’est pas pris en charge.',
  tooMany_one: 'Une question peut comporter au plus {{count, number}} image.',
  tooMany_many: 'Une question peut comporter au plus {{count, number}} images.',
  tooMany_other: 'Une question peut comporter au plus {{count, number}} images.',
  unseeing: '{{model}} ne peut pas voir les images.',
  nobodySees: '{{model}} ne peut pas voir les images, et aucun modèle ici ne le peut.',
  switch: 'Passer à {{model}}',
  enlarge: 'Agrandir {{name}}',
  download: 'Télécharger',
  gone: '{{name}} n’est plus là. Retirez-la ou ajoutez-la à nouveau.',
  missing: '{{name}} n’a pas pu être chargée',
} as const satisfies Translation<typeof english, 'fr'>
