export {
  preloadShareDialog,
  ReadOnlyNote,
  ReturnedQuestions,
  ShareDialog,
  SharedQueue,
} from './lazy-parts.tsx'
export { SharedMark } from './shared-mark.tsx'
export { SharerTag } from './sharer-tag.tsx'
