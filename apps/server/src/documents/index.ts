export type { Block, ReadEvent } from './block.ts'
export { DocumentFailure } from './document-failure.ts'
export { readDocument } from './read-document.ts'
export type { DocumentBytes } from './read-in-process.ts'
