export { default as contextFiles } from './context-files.ts'
export { default as knowledgeBases } from './knowledge-bases.ts'
export { default as knowledgeSources } from './knowledge-sources.ts'
export { default as knowledgeCheck } from './knowledge-check.ts'
