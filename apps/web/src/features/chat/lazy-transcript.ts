import { lazy } from 'react'

const load = () => import('./transcript.tsx')

/** The transcript brings Markdown and all that can be done with an answer; an empty chat opens without it. */
export const Transcript = lazy(() => load().then((module) => ({ default: module.Transcript })))

/** Has the transcript there by the time it is shown; if this fails, showing it tries again. */
export const preloadTranscript = (): void => void load().catch(() => undefined)
