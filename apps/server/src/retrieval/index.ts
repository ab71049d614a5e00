export { retrievalModule } from './retrieval.module.ts'
export { enqueueIndexingBy } from './index/index-jobs.ts'
export { embedFile, filesToEmbed } from './index/embed-passages.ts'
export type { TakeFileAllowance } from './index/index-run.ts'
export { embedQuery } from './search/embed-query.ts'
export { findInPassages } from './search/find-in-passages.ts'
export { indexFile, type IndexPorts } from './index/index-file.ts'
export type { IndexJob } from './index/index-run.ts'
export {
  type FileToIndex,
  filesOf,
  firstFilesIn,
  forgetFiles,
  type IndexedFile,
  requestIndexing,
  statesOf,
  summariesOf,
} from './index/indexed-files.ts'
export { matchingWords } from './search/matching-words.ts'
export type { QueryVector } from './search/nearest-passages.ts'
export { type Passage, readPassages } from './search/read-passages.ts'
export type { FoundPassage } from './search/read-found.ts'
export { type PassageSearch, type PassagesFound, searchPassages } from './search/search-passages.ts'
export { figuresOf, type ScopeFigures } from './search/scope-figures.ts'
export { sheetsOf } from './search/sheets-of.ts'
export { unfinishedFiles } from './index/unfinished-files.ts'
