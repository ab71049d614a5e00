export {
  ConversationLabelsProvider,
  type ConversationLabels,
} from './conversation-labels.tsx'
export { copyMarkdown, copyRich } from './copy-rich.ts'
export { MarkdownView } from './markdown-view.tsx'
export { plainText } from './plain-text.ts'
export { ReasoningFold } from './reasoning-fold.tsx'
export { labelsFrom, type ConversationPhrase } from './labels-from.ts'
