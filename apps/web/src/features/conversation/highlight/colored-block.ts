import { languageId } from './languages.ts'
import type { HighlightReply, HighlightRequest } from './highlight-worker.ts'
import type { CodeToken } from './tokens.ts'

export type ColoredLine = readonly CodeToken[]

/** A piece of code that the worker knows; it may change as long as it is open. */
export type ColoredBlock = { color: (code: string) => void; close: () => void }

/** Lines from `from` on that replace those received before. */
type ColoredLines = { from: number; tokens: ColoredLine[] }

/** Code that takes longer (milliseconds) stays plain: there may be one for which a pattern of its grammar never ends. */
const maxTime = 30_000

type OpenBlock = { receive: (reply: HighlightReply) => void; askAgain: () => void }

let worker: Worker | undefined
let blocks = 0
const open = new Map<number, OpenBlock>()

/** One worker colors all code of the page. */
function coloringWorker(): Worker {
  if (worker) return worker
  worker = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<HighlightReply>) =>
    open.get(data.block)?.receive(data),
  )
  return worker
}

/** Ends the worker, which a block keeps busy; a new one gets the requests of the other blocks. */
function giveUp(block: number): void {
  open.delete(block)
  worker?.terminate()
  worker = undefined
  for (const { askAgain } of open.values()) askAgain()
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
  let watch: ReturnType<typeof setTimeout> | undefined
  const ask = (code: string) => {
    asked = code
    next = undefined
    send({ code })
    clearTimeout(watch)
    watch = setTimeout(() => giveUp(block), maxTime)
  }
  open.set(block, {
    receive(reply) {
      if ('tokens' in reply) {
        onLines(reply)
        return
      }
      clearTimeout(watch)
      if (reply.end === 'failed') return
      asked = undefined
      if (next !== undefined) ask(next)
    },
    askAgain() {
      if (asked !== undefined) ask(next ?? asked)
    },
  })
  return {
    color(code) {
      if (asked === undefined) ask(code)
      else next = code
    },
    close() {
      clearTimeout(watch)
      if (open.delete(block)) send({})
    },
  }
}
