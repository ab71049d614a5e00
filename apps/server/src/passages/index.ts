export { embedFile, filesToEmbed } from './embed-passages.ts'
export { embedQuery } from './embed-query.ts'
export { findInPassages } from './find-in-passages.ts'
export { indexFile, type IndexJob, type IndexPorts } from './index-file.ts'
export {
  type FileToIndex,
  filesOf,
  firstFilesIn,
  forgetFiles,
  type IndexedFile,
  requestIndexing,
  statesOf,
  summariesOf,
} from './indexed-files.ts'
export type { QueryVector } from './nearest-passages.ts'
export { type Passage, readPassages } from './read-passages.ts'
export type { FoundPassage } from './read-found.ts'
export { type PassageSearch, type PassagesFound, searchPassages } from './search-passages.ts'
export { figuresOf, type ScopeFigures } from './scope-figures.ts'
export { sheetsOf } from './sheets-of.ts'
export { unfinishedFiles } from './unfinished-files.ts'
