import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { fail } from '../../platform/failure.ts'
import { createFairQueue, type Turn } from './fair-queue.ts'
import type { HashReply, HashRequest } from './hash-worker.ts'

/** Lanes: sign-ins in a known browser, other sign-ins, sign-ups. */
export type HashLane = 'known-browser' | 'sign-in' | 'sign-up'
export type HashTurn = Turn<HashLane>

type Job = Omit<HashRequest, 'id'> & {
  resolve: (key: string) => void
  reject: (error: Error) => void
}

const queueLimits = { perLane: 300, perClient: 150 }
const retryAfterSeconds = 5
/** Leaves one core to everything else. */
const maxThreads = Math.max(1, Math.min(4, availableParallelism() - 1))

/**
 * Derives a password's key on a worker thread, so that neither the event loop nor file and name lookups wait. The process shares
 * one queue. RATE_LIMITED when it is full.
 */
export function deriveKey(turn: HashTurn, input: Omit<HashRequest, 'id'>): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!queue.add(turn, { ...input, resolve, reject })) fail('RATE_LIMITED', { retryAfterSeconds })
    dispatch()
  })
}

const queue = createFairQueue<HashLane, Job>(['known-browser', 'sign-in', 'sign-up'], queueLimits)
const idle: Worker[] = []
let threadCount = 0
let lastId = 0

function dispatch(): void {
  while (idle.length > 0 || threadCount < maxThreads) {
    const job = queue.next()
    if (!job) return
    run(idle.pop() ?? startThread(), job)
  }
}

function startThread(): Worker {
  threadCount += 1
  return new Worker(new URL('hash-worker.ts', import.meta.url))
}

function run(thread: Worker, { resolve, reject, ...input }: Job): void {
  const id = (lastId += 1)
  // A thread keeps the process alive only while a caller waits for it.
  thread.ref()
  const settle = () => {
    thread.off('message', onReply).off('error', onEnd).off('exit', onEnd)
    thread.unref()
  }
  const onReply = (reply: HashReply) => {
    if (reply.id !== id) return
    settle()
    idle.push(thread)
    resolve(reply.key)
    dispatch()
  }
  const onEnd = (cause: unknown) => {
    settle()
    threadCount -= 1
    reject(new Error('A password hashing thread ended.', { cause }))
    dispatch()
  }
  thread.on('message', onReply).on('error', onEnd).on('exit', onEnd)
  thread.postMessage({ id, ...input } satisfies HashRequest)
}
