import { type ComponentProps, lazy, useState } from 'react'
import { createStore, useStore } from '../../lib/store.ts'
import type { Transcript as LoadedTranscript } from './transcript.tsx'

const load = () => import('./transcript.tsx').then((module) => (loaded = module.Transcript))
const Coming = lazy(() => load().then((transcript) => ({ default: transcript })))
let loaded: typeof LoadedTranscript | null = null

/** 'awaited' until the transcript has come, or could not be had at the first try. */
const preload = createStore<'untried' | 'awaited' | 'ended'>('untried')

/** The transcript brings Markdown and all that can be done with an answer; an empty chat opens without it. */
export function Transcript(props: ComponentProps<typeof LoadedTranscript>) {
  // What is there is drawn at once: React holds back for a third of a second what a fallback stood for.
  const [Part] = useState(() => loaded ?? Coming)
  return <Part {...props} />
}

/** Has the transcript there by the time it is shown; if this fails, showing it tries again. */
export function preloadTranscript(): void {
  if (preload.get() !== 'untried') return
  preload.set('awaited')
  const end = () => preload.set('ended')
  load().then(end, end)
}

/** Whether there is nothing to be gained by waiting for the transcript any longer. */
export const useTranscriptTried = (): boolean => useStore(preload) === 'ended'
