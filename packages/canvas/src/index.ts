export { canvasExtensions, documentField, isAllowedLink } from './extensions.ts'
export { markdownOf, stateFromMarkdown } from './convert.ts'
export { countWords } from './count-words.ts'
