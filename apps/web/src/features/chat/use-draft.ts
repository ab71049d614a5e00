import { useEffect, useRef, useState } from 'react'
import { createDrafts, type Drafts } from './drafts.ts'

const draftsOfBrowser = createDrafts()
/** For what must not show in a second tab as well. */
export const draftsOfTab = createDrafts(() => sessionStorage)
const writeAfterMs = 250

/** A text that the browser, or only this tab, keeps under a name while it is being written. */
export function useDraft(name: string, drafts: Drafts = draftsOfBrowser): [string, (text: string) => void] {
  const [text, setText] = useState(() => drafts.read(name))
  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
    const timer = setTimeout(() => drafts.write(name, text), writeAfterMs)
    return () => clearTimeout(timer)
  }, [drafts, name, text])
  useEffect(() => {
    const write = () => drafts.write(name, latest.current)
    window.addEventListener('pagehide', write)
    return () => {
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [drafts, name])
  return [text, setText]
}
