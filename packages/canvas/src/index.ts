export { canvasExtensions, documentField, isAllowedLink } from './extensions.ts'
export {
  documentOf,
  markdownOf,
  markdownOfDocument,
  replaceDocument,
  stateFromDocument,
  stateFromMarkdown,
} from './convert.ts'
export { type Block, blocksOf } from './blocks.ts'
export { countWords } from './count-words.ts'
export { formulaNode, formulaOf } from './formulas/formula-node.ts'
export {
  type Formula,
  formulaText,
  hasFormula,
  maxFormulaCharacters,
  readFormula,
  tidySource,
} from './formulas/formula-syntax.ts'
export { type Picture, pictureNode, pictureOf, tidyAlt } from './pictures/picture-node.ts'
