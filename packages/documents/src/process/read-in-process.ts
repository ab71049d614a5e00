import { once } from 'node:events'
import { type Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReaderEvent, WordEvent } from '../block.ts'
import { DocumentFailure, type DocumentProblem } from '../document-failure.ts'
import type { ReadAs } from '../ending.ts'
import { type ReadLimits, timeAllowedMs, usualLimits } from '../limits.ts'
import { startReader } from './start-reader.ts'
import { linesFrom } from './lines-from.ts'
import { watchMemory } from './watch-memory.ts'

/** The source of a document's bytes; `open` starts again each time. */
export type DocumentBytes = { open(): Readable; sizeBytes: number }

export type ReadOptions = {
  signal: AbortSignal
  limits?: ReadLimits
  /** The longer side of pictures of pages without text; 0 for none, if there is no page reader. */
  picturePixels?: number
}

type ReaderMessage =
  | ReaderEvent
  | WordEvent
  | { type: 'end' }
  | { type: 'failed'; problem: DocumentProblem; cause: string }

/**
 * Reads a document in a separate process, within limits of time, memory and output; never holds the whole file or text. Ends the process
 * when the consumer stops or aborts; the events are those of the reader. Throws `DocumentFailure`; the signal's reason when aborted.
 */
export async function* readInProcess<Event extends ReaderEvent | WordEvent = ReaderEvent>(
  file: DocumentBytes,
  readAs: ReadAs,
  { signal, limits = usualLimits, picturePixels = 0 }: ReadOptions,
): AsyncGenerator<Event> {
  signal.throwIfAborted()
  const reader = startReader(readAs, { heapMegabytes: limits.heapMegabytes, picturePixels })
  let problem: DocumentFailure | undefined
  const stop = (why?: DocumentFailure) => {
    problem ??= why
    reader.kill('SIGKILL')
  }
  const abort = () => stop()
  signal.addEventListener('abort', abort)
  const exited = once(reader, 'close').catch((error: unknown) => stop(new DocumentFailure('INTERNAL', error)))
  const endWatch = watchMemory(reader.pid ?? 0, limits, () =>
    stop(new DocumentFailure('TOO_LARGE', 'memory')),
  )
  const complaints = firstOf(reader.stderr)
  try {
    await feed(file, reader.stdin, limits.silenceMs, (error) =>
      stop(new DocumentFailure('UNAVAILABLE', error)),
    )
    yield* readEvents<Event>(reader.stdout, limits, stop)
  } catch (error) {
    if (!(error instanceof Unfinished)) throw error
    await exited
    signal.throwIfAborted()
    throw problem ?? new DocumentFailure(problemIn(complaints()), complaints())
  } finally {
    signal.removeEventListener('abort', abort)
    endWatch()
    reader.kill('SIGKILL')
    reader.stdout.destroy()
    await exited
  }
}

/** The process ended before reporting that it was done. */
class Unfinished extends Error {}

async function* readEvents<Event>(
  output: Readable,
  limits: ReadLimits,
  stop: (why: DocumentFailure) => void,
): AsyncGenerator<Event> {
  const read = { parts: 0, bytes: 0 }
  let waitedMs = 0
  const timeout = {
    // Counts only waiting time, not the consumer's own.
    begin: () => Math.max(1, Math.min(limits.silenceMs, timeAllowedMs(limits, read) - waitedMs)),
    end: (ms: number) => void (waitedMs += ms),
    over: () => stop(new DocumentFailure('TOO_SLOW')),
  }
  for await (const line of linesFrom(output, timeout)) {
    read.bytes += line.length
    if (read.bytes > limits.outputBytes) throw new DocumentFailure('TOO_LARGE', 'output')
    const event = JSON.parse(line) as ReaderMessage
    if (event.type === 'end') return
    if (event.type === 'failed') throw new DocumentFailure(event.problem, event.cause)
    if (event.type === 'part') read.parts = event.done
    yield event as Event
  }
  throw new Unfinished()
}

/** Sends the process its document, before which it outputs nothing; a write to an ended process is reported elsewhere. */
async function feed(
  file: DocumentBytes,
  input: Writable,
  silenceMs: number,
  failed: (error: unknown) => void,
): Promise<void> {
  const bytes = file.open()
  const timer = setTimeout(() => failed('nothing more came'), silenceMs)
  // A process that has ended closes its input, which is not an error of the source.
  bytes.on('error', (error) => !input.destroyed && failed(error))
  const watched = new Transform({
    transform(chunk, _encoding, done) {
      timer.refresh()
      done(null, chunk)
    },
  })
  try {
    await pipeline(bytes, watched, input)
  } catch {
    bytes.destroy()
  } finally {
    clearTimeout(timer)
  }
}

const complaintCharacters = 4_000

function firstOf(stream: Readable): () => string {
  let text = ''
  stream.on('data', (chunk: Buffer) => {
    if (text.length < complaintCharacters) text += chunk.toString('latin1')
  })
  return () => text.slice(0, complaintCharacters)
}

const problemIn = (complaint: string): DocumentProblem =>
  /heap out of memory|allocation failed/i.test(complaint) ? 'TOO_LARGE' : 'INTERNAL'
