import { useEffect, useRef, useState } from 'react'
import { createDrafts } from './drafts.ts'

const drafts = createDrafts(localStorage)
const writeAfterMs = 250

/** A text that the browser keeps under a name while it is being written. */
export function useDraft(name: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => drafts.read(name))
  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
    const timer = setTimeout(() => drafts.write(name, text), writeAfterMs)
    return () => clearTimeout(timer)
  }, [name, text])
  useEffect(() => {
    const write = () => drafts.write(name, latest.current)
    window.addEventListener('pagehide', write)
    return () => {
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [name])
  return [text, setText]
}
