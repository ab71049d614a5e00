export { indexFile, type IndexJob, type IndexPorts } from './index-file.ts'
export {
  type FileToIndex,
  filesIn,
  forgetFiles,
  type IndexedFile,
  requestIndexing,
  statesOf,
} from './indexed-files.ts'
export { type Passage, readPassages } from './read-passages.ts'
export {
  type FoundPassage,
  type PassageSearch,
  type PassagesFound,
  searchPassages,
} from './search-passages.ts'
export { unfinishedFiles } from './unfinished-files.ts'
