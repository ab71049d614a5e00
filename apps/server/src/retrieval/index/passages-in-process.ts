import { once } from 'node:events'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Block, DocumentFailure, linesFrom, startLocked, watchMemory } from '@atrium/documents'
import { createRelease } from '../../platform/release-young.ts'
import { type PassageFrame, readFrame } from './passage-frames.ts'

const megabyte = 1024 * 1024
const max = {
  unreleasedBytes: 2 * megabyte,
  heapMegabytes: 384,
  memory: { memoryBytes: 640 * megabyte, memoryEveryMs: 100 },
}

const program = {
  name: 'make-passages',
  main: path.join(import.meta.dirname, 'child/main.ts'),
  codeFolders: [import.meta.dirname, path.join(import.meta.dirname, '../../platform/words')],
}

/**
 * Makes a document's passages in a separate process, so that this one stays small and responsive for any file. Backpressure applies in
 * both directions. Throws the errors of `blocks`, `DocumentFailure`, and the signal's reason when aborted. Ends the process when the
 * consumer stops.
 */
export async function* passagesInProcess(
  blocks: AsyncIterable<Block>,
  fileName: string,
  signal: AbortSignal,
): AsyncGenerator<PassageFrame> {
  signal.throwIfAborted()
  const maker = startLocked(program, [fileName], { heapMegabytes: max.heapMegabytes })
  let problem: unknown
  const stop = (why?: unknown) => {
    problem ??= why
    maker.kill('SIGKILL')
  }
  const abort = () => stop()
  signal.addEventListener('abort', abort)
  const exited = once(maker, 'close').catch(stop)
  const endWatch = watchMemory(maker.pid ?? 0, max.memory, () =>
    stop(new DocumentFailure('TOO_LARGE', 'memory of passages')),
  )
  maker.stderr.resume()
  const release = createRelease(max.unreleasedBytes)
  const fed = feed(blocks, maker.stdin, { stop, release })
  try {
    for await (const line of linesFrom(maker.stdout)) {
      release(line.length)
      const frame = readFrame(line)
      yield frame
      if (frame.kind === 'end') return
    }
    await Promise.all([exited, fed])
    signal.throwIfAborted()
    throw problem ?? new DocumentFailure('INTERNAL', 'the process that makes passages ended')
  } finally {
    signal.removeEventListener('abort', abort)
    endWatch()
    maker.kill('SIGKILL')
    maker.stdout.destroy()
    await Promise.all([exited, fed])
  }
}

/** Lines are sent together, some 16 KB at a time. */
const sentCharacters = 16 * 1024

/** Never throws: passes errors of the blocks to `stop`; the process's end is reported elsewhere. */
async function feed(
  blocks: AsyncIterable<Block>,
  input: NodeJS.WritableStream,
  { stop, release }: { stop: (why: unknown) => void; release: (bytes: number) => void },
): Promise<void> {
  async function* lines() {
    let some = ''
    try {
      for await (const block of blocks) {
        some += `${JSON.stringify(block)}\n`
        if (some.length < sentCharacters) continue
        release(some.length)
        yield some
        some = ''
      }
    } catch (error) {
      stop(error)
      throw error
    }
    yield some
  }
  await pipeline(lines, input).catch(() => undefined)
}
