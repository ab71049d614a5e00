import { lazy } from 'react'

const load = () => import('./share-dialog.tsx')

export const preloadShareDialog = (): void => void load().catch(() => {})

/** Loads when somebody first shares a chat. */
export const ShareDialog = lazy(() => load().then((module) => ({ default: module.ShareDialog })))
