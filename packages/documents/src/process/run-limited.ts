import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { DocumentFailure } from '../document-failure.ts'
import { usualLimits } from '../limits.ts'
import { watchMemory } from './watch-memory.ts'

const most = { outputBytes: 64 * 1024 * 1024, timeMs: 60_000 }

/** The location of tesseract's languages, if set; one thread each. */
const environment = (): Record<string, string> => ({
  OMP_THREAD_LIMIT: '1',
  ...(process.env['TESSDATA_PREFIX'] !== undefined && { TESSDATA_PREFIX: process.env['TESSDATA_PREFIX'] }),
})

/**
 * Runs a system program on a person's file, and returns its output. Ends it after a minute (TOO_SLOW), or above its memory or
 * output limit (TOO_LARGE); throws DAMAGED when it fails, the signal's reason when aborted.
 */
export async function runLimited(
  program: string,
  args: readonly string[],
  { signal, input }: { signal: AbortSignal; input?: Buffer },
): Promise<Buffer> {
  signal.throwIfAborted()
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], env: environment() })
  let problem: DocumentFailure | undefined
  const stop = (why?: DocumentFailure) => {
    problem ??= why
    child.kill('SIGKILL')
  }
  const abort = () => stop()
  signal.addEventListener('abort', abort)
  const timer = setTimeout(() => stop(new DocumentFailure('TOO_SLOW', program)), most.timeMs)
  const endWatch = watchMemory(child.pid ?? 0, usualLimits, () =>
    stop(new DocumentFailure('TOO_LARGE', program)),
  )
  const chunks: Buffer[] = []
  let size = 0
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size > most.outputBytes) stop(new DocumentFailure('TOO_LARGE', program))
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    signal.throwIfAborted()
    if (code !== 0) throw problem ?? new DocumentFailure('DAMAGED', `${program} ended with ${code}`)
    return Buffer.concat(chunks)
  } finally {
    signal.removeEventListener('abort', abort)
    clearTimeout(timer)
    endWatch()
  }
}
