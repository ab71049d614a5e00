import { languageId } from './languages.ts'
import type { HighlightReply, HighlightRequest } from './highlight-worker.ts'
import type { CodeToken } from './line-highlighter.ts'

export type ColoredLine = readonly CodeToken[]

/** A piece of code that the worker knows; it may change as long as it is open. */
export type ColoredBlock = { color: (code: string) => void; close: () => void }

/** Lines from `from` on that replace those received before. */
type ColoredLines = Pick<HighlightReply, 'from' | 'tokens'>

let worker: Worker | undefined
let blocks = 0
const receivers = new Map<number, (reply: HighlightReply) => void>()

/** One worker colors all code of the page. */
function coloringWorker(): Worker {
  if (worker) return worker
  worker = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<HighlightReply>) =>
    receivers.get(data.block)?.(data),
  )
  return worker
}

/** Opens a piece of code, whose lines arrive as they are ready. Null for an unknown language, for which nothing loads. */
export function openColoredBlock(
  language: string,
  onLines: (lines: ColoredLines) => void,
): ColoredBlock | null {
  const id = languageId(language)
  if (id === undefined) return null
  const block = ++blocks
  const send = (request: Omit<HighlightRequest, 'block' | 'language'>) =>
    coloringWorker().postMessage({ block, language: id, ...request } satisfies HighlightRequest)
  // One request at a time: during it, only the newest code is queued.
  let asked: string | undefined
  let next: string | undefined
  const ask = (code: string) => {
    asked = code
    next = undefined
    send({ code })
  }
  receivers.set(block, ({ from, tokens, done, failed }) => {
    if (failed) return
    onLines({ from, tokens })
    if (!done) return
    asked = undefined
    if (next !== undefined) ask(next)
  })
  return {
    color(code) {
      if (asked === undefined) ask(code)
      else next = code
    },
    close() {
      receivers.delete(block)
      send({})
    },
  }
}
