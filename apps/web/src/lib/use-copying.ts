import { useEffect, useState } from 'react'
import { showError } from './toasts/show-error.ts'

/** Copies and shows success for two seconds; reports when the browser doesn't allow it. */
export function useCopying() {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = (write: () => Promise<void>) => {
    // Without a secure origin there is no clipboard at all, and accessing it throws.
    Promise.resolve()
      .then(write)
      .then(
        () => setIsCopied(true),
        () => showError('chat:action.copyFailed'),
      )
  }
  return { isCopied, copy }
}
