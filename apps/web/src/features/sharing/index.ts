export {
  preloadShareDialog,
  NewChatSharing,
  PresentPeople,
  ReadOnlyNote,
  ReturnedQuestions,
  ShareDialog,
  SharedQueue,
  TypingLine,
} from './lazy-parts.tsx'
export { SharedMark } from './shared-mark.tsx'
export { SharerTag } from './sharer-tag.tsx'
