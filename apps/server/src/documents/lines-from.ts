import type { Readable } from 'node:stream'

/** How long to wait for what comes next, asked each time; told how long it took, and when it took too long. */
export type Patience = { begin(): number; end(ms: number): void; over(): void }

/** A line is never longer: blocks are cut before they are sent. */
const longestLine = 8 * 1024 * 1024

/** The lines of a stream of UTF-8 as they come; ends where it ends, whatever ended it. */
export async function* linesFrom(stream: Readable, patience: Patience): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  let rest = ''
  while (rest.length < longestLine) {
    const chunk = await nextOf(chunks, patience)
    if (chunk === undefined) return
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

async function nextOf(chunks: AsyncIterator<Buffer>, patience: Patience): Promise<Buffer | undefined> {
  const startedAt = performance.now()
  const timer = setTimeout(() => patience.over(), patience.begin())
  try {
    const next = await chunks.next()
    return next.done ? undefined : next.value
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
    patience.end(performance.now() - startedAt)
  }
}
