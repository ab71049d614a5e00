export { ReadOnlyNote } from './read-only-note.tsx'
export { SharedMark } from './shared-mark.tsx'
export { SharerTag } from './sharer-tag.tsx'
export { preloadShareDialog, ShareDialog } from './lazy-share-dialog.tsx'
