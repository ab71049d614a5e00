import { type ChildProcess, fork, type ForkOptions } from 'node:child_process'
import { once } from 'node:events'

/** A process of the benchmark that has been started and can be talked to. Those that are left end with the benchmark. */
export type Child = {
  process: ChildProcess
  pid: number
  /** Sends an order, and resolves with the answer. */
  ask<Answer>(order: object): Promise<Answer>
  /** The next message that the process sends unprompted. */
  hear<Message>(): Promise<Message>
  /** Asks it to end, and waits for that. */
  end(): Promise<void>
}

const timeoutMs = 20_000

/** Starts a TypeScript file in a separate process. All of them end with the benchmark, however it ends: they notice the closed channel. */
export function startChild(
  file: string,
  args: string[] = [],
  options: Pick<ForkOptions, 'env' | 'execArgv' | 'stdio'> = {},
): Child {
  const child = fork(file, args, { ...options, serialization: 'json' })
  const { pid } = child
  if (pid === undefined) throw new Error(`${file} could not be started.`)
  const failed = (signal: AbortSignal) =>
    once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`${file} ended with ${code}.`)
    })
  const hear = async <Message>() => {
    // After the first event, the other listeners are removed.
    const received = new AbortController()
    const { signal } = received
    try {
      return ((await Promise.race([once(child, 'message', { signal }), failed(signal)])) as [Message])[0]
    } finally {
      received.abort()
    }
  }
  return {
    process: child,
    pid,
    hear,
    ask: async <Answer>(order: object) => {
      child.send(order)
      return await hear<Answer>()
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const last = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
      await ended
      clearTimeout(last)
    },
  }
}
