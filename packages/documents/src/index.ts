export type { Block, ReadEvent } from './block.ts'
export { DocumentFailure } from './document-failure.ts'
export { linesFrom } from './process/lines-from.ts'
export type { TranscribePage } from './scans/markdown-reader.ts'
export { readWordDocument } from './read-word-document.ts'
export type { WordBlock, WordParagraph, WordRun, WordTable } from './word-block.ts'
export { readDocument } from './read-document.ts'
export type { DocumentBytes } from './process/read-in-process.ts'
export { startLocked } from './process/start-locked.ts'
export { watchMemory } from './process/watch-memory.ts'
export {
  type CellValue,
  type ColumnKind,
  type LoadedTable,
  openTables,
  QueryFailure,
  type QueryResult,
  type ResultColumn,
  type TableFile,
  type Tables,
} from './tables/open-tables.ts'
