import { useEffect, useState } from 'react'
import { showError } from './show-error.ts'

/** Copies and remembers for two seconds that it worked; says so when the browser does not allow it. */
export function useCopying() {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = (write: () => Promise<void>) => {
    // Without a secure origin there is no clipboard at all, and reaching for it throws.
    Promise.resolve()
      .then(write)
      .then(
        () => setIsCopied(true),
        () => showError('chat:action.copyFailed'),
      )
  }
  return { isCopied, copy }
}
