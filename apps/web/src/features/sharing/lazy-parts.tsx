import { lazy } from 'react'
import { withPhrases } from '../../lib/phrases.ts'

const loadDialog = () => withPhrases(import('./share-dialog.tsx'), 'shareDialog')

export const preloadShareDialog = (): void => void loadDialog().catch(() => {})

/** Loads when somebody first shares a chat. */
export const ShareDialog = lazy(() => loadDialog().then((module) => ({ default: module.ShareDialog })))

/** Loads with the first question that waits in a shared chat. */
export const SharedQueue = lazy(() =>
  withPhrases(import('./shared-queue.tsx'), 'shareDialog').then((module) => ({
    default: module.SharedQueue,
  })),
)

/** Loads where a chat is missing: some questions may have waited in it. */
export const ReturnedQuestions = lazy(() =>
  withPhrases(import('./returned-questions.tsx'), 'shareDialog').then((module) => ({
    default: module.ReturnedQuestions,
  })),
)

/** Loads with the first chat that is open for questions. */
export const PresentPeople = lazy(() =>
  import('./present-people.tsx').then((module) => ({ default: module.PresentPeople })),
)
export const TypingLine = lazy(() =>
  import('./typing-line.tsx').then((module) => ({ default: module.TypingLine })),
)

/** Loads with a new chat in a room that shares them. */
export const NewChatSharing = lazy(() =>
  import('./new-chat-sharing.tsx').then((module) => ({ default: module.NewChatSharing })),
)

/** Loads with the first chat that is shared for reading. */
export const ReadOnlyNote = lazy(() =>
  withPhrases(import('./read-only-note.tsx'), 'shareDialog').then((module) => ({
    default: module.ReadOnlyNote,
  })),
)
