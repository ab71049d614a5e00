export { PastedTiles } from './pasted-tiles.tsx'
export { QuestionField } from './question-field.tsx'
export { ShownQuestion } from './shown-question.tsx'
export type { MentionPlace } from './use-mention-suggestions.ts'
