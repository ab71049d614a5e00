import type english from '../../en/chat/tables.ts'
import type { Translation } from '../../translation.ts'

export default {
  title: 'Requête {{number, number}}',
  statement: 'Instruction SQL',
  running: 'Exécution de la requête',
  result: 'Résultat : {{title}}',
  empty: 'La requête n’a trouvé aucune ligne.',
  rows_one: '{{count, number}} ligne',
  rows_many: '{{count, number}} de lignes',
  rows_other: '{{count, number}} lignes',
  'rows.first_one': '{{shown, number}} première sur {{count, number}} ligne',
  'rows.first_many': '{{shown, number}} premières sur {{count, number}} de lignes',
  'rows.first_other': '{{shown, number}} premières sur {{count, number}} lignes',
  csv: 'Télécharger en CSV',
  saved: 'Enregistré',
  'hidden.room':
    'Masqué : vous n’avez pas accès à ce fichier. Adressez-vous à un administrateur de son salon.',
  'hidden.question':
    'Masqué : vous n’avez pas accès à ce fichier. Adressez-vous à la personne qui a posé la question.',
  'problem.REFUSED': 'La base de données a refusé cette requête.',
  'problem.UNAVAILABLE':
    'Les fichiers n’ont pas pu être chargés. Vérifiez qu’ils s’ouvrent, puis reposez la question.',
  'problem.NOT_ALLOWED': 'Vous n’avez plus accès à ces fichiers.',
  'problem.DAILY_LIMIT': 'Vous avez utilisé toutes les requêtes du jour. Réessayez demain.',
  'problem.STOPPED': 'Arrêté.',
  'chart.kind': 'Type de graphique',
  'chart.bar': 'Barres',
  'chart.line': 'Courbe',
  'chart.scatter': 'Nuage de points',
  'chart.histogram': 'Histogramme',
  'chart.of': 'Graphique : {{title}}. Les flèches lisent ses valeurs.',
  'chart.axes': '{{y}} par {{x}}',
  'chart.count': 'Nombre',
  'chart.png': 'Enregistrer en PNG',
  'chart.svg': 'Enregistrer en SVG',
} as const satisfies Translation<typeof english, 'fr'>
