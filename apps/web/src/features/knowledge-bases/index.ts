export { AskedKnowledge, KnowledgeTool } from './asking/asking.tsx'
export { useAskedBases } from './asking/use-asked-bases.ts'
