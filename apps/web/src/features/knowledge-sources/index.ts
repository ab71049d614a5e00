export { DocumentDialog } from './document-dialog.tsx'
export { BaseSources } from './base-sources.tsx'
export { unfetchedText } from './unfetched-text.ts'
