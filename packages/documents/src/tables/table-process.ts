import { once } from 'node:events'
import path from 'node:path'
import type { TableReply, TableRequest } from '../child/tables/protocol.ts'
import { DocumentFailure } from '../document-failure.ts'
import { linesFrom } from '../process/lines-from.ts'
import { startLocked } from '../process/start-locked.ts'
import { watchMemory } from '../process/watch-memory.ts'
import type { TableLimits } from './table-limits.ts'

const code = path.join(import.meta.dirname, '..')

/** A locked process with DuckDB: answers one request after the other. It ends when it is too slow, too large or closed. */
export class TableProcess {
  readonly #child
  readonly #lines: AsyncGenerator<string>
  readonly #endWatch: () => void
  readonly #exited: Promise<unknown>
  #problem: DocumentFailure | null = null

  constructor(folder: string, limits: TableLimits) {
    const { heapMegabytes, memoryMegabytes, threads } = limits
    this.#child = startLocked(
      { name: 'query-tables', main: path.join(code, 'child/tables/main.ts'), codeFolders: [code] },
      [String(memoryMegabytes), String(threads)],
      { heapMegabytes, folder },
    )
    this.#exited = once(this.#child, 'close').catch(() => undefined)
    this.#endWatch = watchMemory(this.#child.pid ?? 0, limits, () =>
      this.#end(new DocumentFailure('TOO_LARGE', 'memory')),
    )
    // A process that was ended closes its input.
    this.#child.stdin.on('error', () => undefined)
    this.#child.stderr.resume()
    this.#lines = linesFrom(this.#child.stdout)
  }

  /** Whether it was ended, or ended on its own. */
  get hasEnded(): boolean {
    return this.#problem !== null || this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Sends a request and returns its reply. Throws `DocumentFailure` when none comes in time; the signal's reason when aborted. */
  async ask(request: TableRequest, withinMs: number, signal: AbortSignal): Promise<TableReply> {
    this.#child.stdin.write(`${JSON.stringify(request)}\n`)
    return await this.next(withinMs, signal)
  }

  /** The next reply of a request with several. */
  async next(withinMs: number, signal: AbortSignal): Promise<TableReply> {
    signal.throwIfAborted()
    const timer = setTimeout(() => this.#end(new DocumentFailure('TOO_SLOW')), withinMs)
    const abort = () => this.#end(new DocumentFailure('INTERNAL', 'aborted'))
    signal.addEventListener('abort', abort)
    try {
      const line = await this.#lines.next()
      signal.throwIfAborted()
      if (line.done) throw this.#problem ?? new DocumentFailure('INTERNAL', 'the process ended')
      const reply = JSON.parse(line.value) as TableReply
      if (reply.say === 'failed') throw new DocumentFailure(reply.problem, reply.cause)
      return reply
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    }
  }

  async close(): Promise<void> {
    this.#end(new DocumentFailure('INTERNAL', 'closed'))
    await this.#exited
  }

  #end(problem: DocumentFailure): void {
    this.#problem ??= problem
    this.#endWatch()
    this.#child.kill('SIGKILL')
  }
}
