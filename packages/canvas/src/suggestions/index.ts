export { findPassage, type Passage, passageMarkdown, type PassageRange } from './passage.ts'
export { resolveChanges, type SuggestedChange, suggestedChanges } from './resolve-changes.ts'
export { deletionMark, insertionMark } from './attributes.ts'
export { writeSuggestion } from './write-suggestion.ts'
