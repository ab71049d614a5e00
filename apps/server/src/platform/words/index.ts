export { excerptOf, markedLine } from './excerpt.ts'
export { fold } from './fold.ts'
export { readQuery, tsQueryOf, type FindQuery } from './find-query.ts'
export { readWords, stemsOf } from './read-words.ts'
