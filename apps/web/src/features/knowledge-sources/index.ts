export { BaseSources } from './base-sources.tsx'
export { unfetchedText } from './unfetched-text.ts'
