import { createLineHighlighter, type LineHighlighter } from './line-highlighter.ts'
import type { CodeToken } from './tokens.ts'

/** Code to be colored; one block grows by asking again. Without code the block is forgotten. */
export type HighlightRequest = { block: number; language: string; code?: string }
/** New or changed lines from `from` on, or one of the two ends: after `done` the next code may be sent, after `failed` none. */
export type HighlightReply = { block: number } & (
  | { from: number; tokens: CodeToken[][] }
  | { end: 'done' | 'failed' }
)

/** Later lines stay plain: nobody reads them, and every token is an element. */
const maxLines = 1000

/** Lines per reply: rendering them must fit into a frame. */
const linesAReply = 100

/** A code is read as a whole each time that it has grown, so the worker pauses for a multiple of the time that it took. */
const pauses = 2

const highlighters = new Map<number, Promise<LineHighlighter>>()
const reply = (message: HighlightReply): void => postMessage(message)

// Highlighting runs in a worker because reading a long code takes longer than a frame.
addEventListener('message', ({ data: { block, language, code } }: MessageEvent<HighlightRequest>) => {
  if (code === undefined) {
    highlighters.delete(block)
    return
  }
  const highlighter = highlighters.get(block) ?? createLineHighlighter(language)
  highlighters.set(block, highlighter)
  highlighter
    .then((ready) => {
      const began = performance.now()
      color(block, ready, code.split(/(?<=\n)/u).slice(0, maxLines))
      setTimeout(() => reply({ block, end: 'done' }), (performance.now() - began) * pauses)
    })
    .catch(() => reply({ block, end: 'failed' }))
})

function color(block: number, highlighter: LineHighlighter, lines: readonly string[]): void {
  const { from, tokens } = highlighter.read(lines)
  let sent = 0
  do {
    reply({ block, from: from + sent, tokens: tokens.slice(sent, sent + linesAReply) })
    sent += linesAReply
  } while (sent < tokens.length)
}
