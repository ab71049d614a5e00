export { eraseContextFiles, sweepContextFiles } from './erase-context-files.ts'
export type { KnowledgePorts } from './knowledge-ports.ts'
export { contextFileReceiver } from './receive-context-file.ts'
export { contextFileBindings } from './routes.ts'
