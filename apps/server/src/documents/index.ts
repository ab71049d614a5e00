export type { Block, ReadEvent } from './block.ts'
export { DocumentFailure } from './document-failure.ts'
export { type DocumentBytes, readDocument } from './read-document.ts'
