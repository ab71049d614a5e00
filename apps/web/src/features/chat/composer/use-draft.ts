import { useEffect, useRef, useState } from 'react'
import { createDrafts } from './drafts.ts'

/** For drafts that must not appear in a second tab. */
export const draftsOfTab = createDrafts(() => sessionStorage)
const writeAfterMs = 250

type DraftsOf<Draft> = { read: (name: string) => Draft; write: (name: string, draft: Draft) => void }

/** A draft that the browser, or only this tab, stores under a name. */
export function useDraft<Draft>(
  name: string,
  drafts: DraftsOf<Draft>,
): [Draft, (change: Draft | ((draft: Draft) => Draft)) => void] {
  const [draft, setDraft] = useState(() => drafts.read(name))
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
    const timer = setTimeout(() => drafts.write(name, draft), writeAfterMs)
    return () => clearTimeout(timer)
  }, [drafts, name, draft])
  useEffect(() => {
    const write = () => drafts.write(name, latest.current)
    window.addEventListener('pagehide', write)
    return () => {
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [drafts, name])
  return [draft, setDraft]
}
