/** Chats that leave as files. */
export default {
  export: 'Export',
  'export.markdown': 'Export as Markdown',
  'export.json': 'Export as JSON',
  'file.asked': 'Question',
  'file.answered': 'Answer by {{model}}',
  'file.answer': 'Answer',
  'file.picture': 'Picture: {{name}}',
  'file.unfinished': 'This answer was not completed.',
} as const
