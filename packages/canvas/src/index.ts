export { canvasExtensions, documentField, isAllowedLink } from './extensions.ts'
export { documentOf, markdownOf, markdownOfDocument, replaceDocument, stateFromMarkdown } from './convert.ts'
export { type Block, blocksOf } from './blocks.ts'
export { countWords } from './count-words.ts'
