import type english from '../en/transfer.ts'
import type { Translation } from '../translation.ts'

export default {
  export: 'Exporter',
  'export.markdown': 'Exporter en Markdown',
  'export.json': 'Exporter en JSON',
  'file.asked': 'Question',
  'file.answered': 'Réponse de {{model}}',
  'file.answer': 'Réponse',
  'file.picture': 'Image : {{name}}',
  'file.unfinished': 'Cette réponse n’est pas complète.',
} as const satisfies Translation<typeof english, 'fr'>
