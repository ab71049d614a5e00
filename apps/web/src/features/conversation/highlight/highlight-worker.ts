import { createLineHighlighter, type CodeToken, type LineHighlighter } from './line-highlighter.ts'

/** Code to be coloured; one block grows by asking again. Without code the block is forgotten. */
export type HighlightRequest = { block: number; language: string; code?: string }
/** New or changed lines from `from` on; after the one with `done` the next code may be sent. */
export type HighlightReply = {
  block: number
  from: number
  tokens: CodeToken[][]
  done: boolean
  failed?: boolean
}

/** Later lines stay plain: nobody reads them, and every token is an element. */
const maxLines = 1000

/** Lines per reply: rendering them must fit into a frame. */
const linesAReply = 100

const highlighters = new Map<number, Promise<LineHighlighter>>()
const reply = (message: HighlightReply): void => postMessage(message)

// Highlighting runs in a worker because a grammar's first line takes up to half a second.
addEventListener('message', ({ data: { block, language, code } }: MessageEvent<HighlightRequest>) => {
  if (code === undefined) {
    highlighters.delete(block)
    return
  }
  const highlighter = highlighters.get(block) ?? createLineHighlighter(language)
  highlighters.set(block, highlighter)
  highlighter.then(
    (ready) => colour(block, ready, code.split(/(?<=\n)/u).slice(0, maxLines)),
    () => reply({ block, from: 0, tokens: [], done: true, failed: true }),
  )
})

function colour(block: number, highlighter: LineHighlighter, lines: readonly string[]): void {
  let upTo = highlighter.unchanged(lines)
  do {
    upTo = Math.min(lines.length, upTo + linesAReply)
    reply({ block, ...highlighter.advance(lines.slice(0, upTo)), done: upTo === lines.length })
  } while (upTo < lines.length)
}
