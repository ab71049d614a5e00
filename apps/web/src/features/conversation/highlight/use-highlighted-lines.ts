import { useEffect, useMemo, useState } from 'react'
import { languageId } from './languages.ts'
import type { HighlightReply, HighlightRequest } from './highlight-worker.ts'
import type { CodeToken } from './line-highlighter.ts'

type ColouredLine = readonly CodeToken[]
type HighlightedLines = {
  coloured: readonly ColouredLine[]
  /** Offset in the code from which there are no colors yet. */
  plainFrom: number
}

/** The highlighted lines of a piece of code, as far as ready. Loads nothing for an unknown language. */
export function useHighlightedLines(code: string, language: string): HighlightedLines {
  const lines = useColouredLines(code, languageId(language))
  return useMemo(() => {
    let plainFrom = 0
    const upTo = lines.findIndex((line) => {
      const text = line.map((token) => token.text).join('')
      // A line that has changed since, and all after it, wait for their new colours.
      if (text === '' || !code.startsWith(text, plainFrom)) return true
      plainFrom += text.length
      return false
    })
    return { coloured: upTo === -1 ? lines : lines.slice(0, upTo), plainFrom }
  }, [lines, code])
}

function useColouredLines(code: string, language: string | undefined): readonly ColouredLine[] {
  const [lines, setLines] = useState<readonly ColouredLine[]>([])
  const [block, setBlock] = useState<ColouredBlock>()
  useEffect(() => {
    if (!language) return
    const opened = openBlock(language, setLines)
    setBlock(opened)
    return () => {
      opened.close()
      setLines([])
    }
  }, [language])
  useEffect(() => block?.colour(code), [block, code])
  return lines
}

type ColouredBlock = { colour: (code: string) => void; close: () => void }
type Receiver = (reply: HighlightReply) => void

let worker: Worker | undefined
let blocks = 0
const receivers = new Map<number, Receiver>()

/** One worker colours all code of the page. */
function colouringWorker(): Worker {
  if (worker) return worker
  worker = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<HighlightReply>) =>
    receivers.get(data.block)?.(data),
  )
  return worker
}

function openBlock(
  language: string,
  show: (change: (before: readonly ColouredLine[]) => readonly ColouredLine[]) => void,
): ColouredBlock {
  const block = ++blocks
  const send = (request: HighlightRequest) => colouringWorker().postMessage(request)
  // One request at a time: during it, only the newest code is queued.
  let asked: string | undefined
  let next: string | undefined
  const ask = (code: string) => {
    asked = code
    next = undefined
    send({ block, language, code })
  }
  receivers.set(block, ({ from, tokens, done, failed }) => {
    if (failed) return
    show((before) => [...before.slice(0, from), ...tokens])
    if (!done) return
    asked = undefined
    if (next !== undefined) ask(next)
  })
  return {
    colour(code) {
      if (asked === undefined) ask(code)
      else next = code
    },
    close() {
      receivers.delete(block)
      send({ block, language })
    },
  }
}
