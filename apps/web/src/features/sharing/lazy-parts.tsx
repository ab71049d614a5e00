import { lazy } from 'react'

const loadDialog = () => import('./share-dialog.tsx')

export const preloadShareDialog = (): void => void loadDialog().catch(() => {})

/** Loads when somebody first shares a chat. */
export const ShareDialog = lazy(() => loadDialog().then((module) => ({ default: module.ShareDialog })))

/** Loads with the first chat that is shared for reading. */
export const ReadOnlyNote = lazy(() =>
  import('./read-only-note.tsx').then((module) => ({ default: module.ReadOnlyNote })),
)
