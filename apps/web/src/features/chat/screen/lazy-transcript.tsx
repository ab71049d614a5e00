import { type ComponentProps, lazy, useState } from 'react'
import { createStore, useStore } from '../../../lib/store.ts'
import type { Transcript as LoadedTranscript } from '../transcript/transcript.tsx'

const load = () => import('../transcript/transcript.tsx').then((module) => (loaded = module.Transcript))
const Coming = lazy(() => load().then((transcript) => ({ default: transcript })))
let loaded: typeof LoadedTranscript | null = null

/** 'awaited' until the transcript is loaded, or has failed once. */
const preload = createStore<'untried' | 'awaited' | 'ended'>('untried')

/** The transcript includes Markdown and the actions on answers; an empty chat opens without it. */
export function Transcript(props: ComponentProps<typeof LoadedTranscript>) {
  // Renders a loaded part at once: React delays what replaces a fallback by a third of a second.
  const [Part] = useState(() => loaded ?? Coming)
  return <Part {...props} />
}

/** Preloads the transcript; if this fails, showing it tries again. */
export function preloadTranscript(): void {
  if (preload.get() !== 'untried') return
  preload.set('awaited')
  const end = () => preload.set('ended')
  load().then(end, end)
}

/** Whether waiting longer for the transcript is pointless. */
export const useTranscriptTried = (): boolean => useStore(preload) === 'ended'
