import { useCallback, useEffect, useRef, useState } from 'react'
import { isAborted } from '../../lib/api/api-error.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { type OpenText, streamText, type WrittenText } from './stream-text.ts'

type Writing = {
  phase: 'writing' | 'written' | 'stopped' | 'failed'
  text: string
  end: WrittenText | null
  problem: string | null
}

const initial: Writing = { phase: 'writing', text: '', end: null, problem: null }

/** A text that is requested on mount, and again on demand. Unmounting aborts it. */
export function useWrittenText(open: OpenText) {
  const [writing, setWriting] = useState<Writing>(initial)
  const leaving = useRef<AbortController | null>(null)
  const write = useRef(open)
  useEffect(() => {
    write.current = open
  })

  const start = useCallback(() => {
    leaving.current?.abort()
    const own = new AbortController()
    leaving.current = own
    setWriting(initial)
    // Ignores events of an aborted call.
    const change = (to: (before: Writing) => Writing) => {
      if (leaving.current === own) setWriting(to)
    }
    streamText(write.current, own.signal, (delta) =>
      change((before) => ({ ...before, text: before.text + delta })),
    ).then(
      (end) => change((before) => ({ ...before, phase: 'written', end })),
      (error: unknown) =>
        change((before) =>
          own.signal.aborted || isAborted(error)
            ? { ...before, phase: 'stopped' }
            : { ...before, phase: 'failed', problem: errorText(error) },
        ),
    )
  }, [])

  useEffect(() => {
    start()
    return () => {
      leaving.current?.abort()
      leaving.current = null
    }
  }, [start])

  return {
    ...writing,
    again: start,
    stop: () => leaving.current?.abort(),
    /** Replaces the text by the reader's edit. */
    edit: (text: string) => setWriting((before) => ({ ...before, text })),
  }
}
