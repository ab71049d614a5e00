export { excerptOf, markedLine } from './excerpt.ts'
export { readQuery, tsQueryOf, type FindQuery } from './find-query.ts'
export { stemsOf } from './read-words.ts'
