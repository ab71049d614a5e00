import type { Readable } from 'node:stream'

/** The wait for the next line: `begin` returns its limit; called back with the time taken, or on timeout. */
export type ReadTimeout = { begin(): number; end(ms: number): void; over(): void }

/** Max bytes of a line: blocks are cut and pictures limited before they are sent. */
const maxLineBytes = 8 * 1024 * 1024

const lineEnd = 0x0a

/** Yields the lines of a UTF-8 stream as they arrive; ends with it, whatever ended it. Holds one line at a time. */
export async function* linesFrom(stream: Readable, timeout?: ReadTimeout): AsyncGenerator<string> {
  const chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  let parts: Buffer[] = []
  let size = 0
  while (size < maxLineBytes) {
    const chunk = await nextOf(chunks, timeout)
    if (chunk === undefined) return
    let from = 0
    for (let end = chunk.indexOf(lineEnd); end >= 0; end = chunk.indexOf(lineEnd, from)) {
      const last = chunk.subarray(from, end)
      yield (size === 0 ? last : Buffer.concat([...parts, last])).toString('utf8')
      ;[parts, size, from] = [[], 0, end + 1]
    }
    parts.push(chunk.subarray(from))
    size += chunk.length - from
  }
}

async function nextOf(chunks: AsyncIterator<Buffer>, timeout?: ReadTimeout): Promise<Buffer | undefined> {
  const startedAt = performance.now()
  const timer = timeout && setTimeout(() => timeout.over(), timeout.begin())
  try {
    const next = await chunks.next()
    return next.done ? undefined : next.value
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
    timeout?.end(performance.now() - startedAt)
  }
}
