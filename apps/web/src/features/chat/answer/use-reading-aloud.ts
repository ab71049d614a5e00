import { useEffect, useState } from 'react'
import { currentLanguage } from '../../../lib/i18n.ts'
import { plainText } from '../../conversation/index.ts'
import { languageOf } from './language-of.ts'

export const canReadAloud = () => 'speechSynthesis' in window

/** Reads a Markdown text aloud by the browser's voice, in the language it seems to be written in; `cites` when `[1]` in it is a source. */
export function useReadingAloud(markdown: string, cites: boolean) {
  const [isReading, setIsReading] = useState(false)
  useEffect(() => {
    if (!isReading) return
    const text = plainText(markdown, { cites })
    const utterances = text
      .split('\n')
      .map((line) =>
        Object.assign(new SpeechSynthesisUtterance(line), { lang: languageOf(text, currentLanguage()) }),
      )
    const last = utterances.at(-1)
    if (last === undefined) return
    last.onend = () => setIsReading(false)
    for (const utterance of utterances) {
      utterance.onerror = () => setIsReading(false)
      // A paragraph at a time: some browsers fall silent in the middle of a long text.
      speechSynthesis.speak(utterance)
    }
    return () => {
      for (const utterance of utterances) utterance.onerror = null
      speechSynthesis.cancel()
    }
  }, [isReading, markdown, cites])
  return { isReading, toggle: () => setIsReading(!isReading) }
}
