import { createLineHighlighter, type CodeToken, type LineHighlighter } from './line-highlighter.ts'

/** Code to be coloured; one block grows by asking again. Without code the block is forgotten. */
export type HighlightRequest = { block: number; language: string; code?: string }
/** The lines from `from` on, new or changed. */
export type HighlightReply = { block: number; from: number; tokens: CodeToken[][]; failed?: boolean }

/** Lines beyond this stay plain: nobody reads them coloured, and every token is an element. */
const mostLines = 1000

const highlighters = new Map<number, Promise<LineHighlighter>>()
const reply = (message: HighlightReply): void => postMessage(message)

// Colouring runs here because a grammar's first line takes up to half a second, in which the page must go on.
addEventListener('message', ({ data: { block, language, code } }: MessageEvent<HighlightRequest>) => {
  if (code === undefined) {
    highlighters.delete(block)
    return
  }
  const highlighter = highlighters.get(block) ?? createLineHighlighter(language)
  highlighters.set(block, highlighter)
  const lines = code.split(/(?<=\n)/u).slice(0, mostLines)
  highlighter.then(
    (ready) => reply({ block, ...ready.advance(lines) }),
    () => reply({ block, from: 0, tokens: [], failed: true }),
  )
})
