import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { benchWord } from '@atrium/sandbox'
import { StreamReader, type StreamFormat } from './read-stream.ts'

/** Runs in a separate process: asks questions on the benchmark's command, reads the answers, and reports measurements. */

export type LoadOrder = {
  /** The address of a POST. */
  url: string
  format: StreamFormat
  questions: { headers: Record<string, string>; body: string }[]
  /** Questions are spread evenly over this long, in milliseconds. */
  spreadMs: number
  expectedText: string
}

export type AnswerMeasured = {
  /** From sending the question to the first word; null when none came. */
  firstTextMs: number | null
  /** When each word had arrived, by the wall clock, in milliseconds. */
  wordsAt: number[]
  /** The error; null for an answer identical to the provider's. */
  problem: string | null
}

export type LoadMeasured = {
  answers: AnswerMeasured[]
  /** From the first question to the end of the last answer. */
  elapsedMs: number
}

const timeoutMs = 60_000
const agent = new Agent({ keepAlive: true, maxSockets: Infinity, scheduling: 'fifo' })

process.on('message', (order: LoadOrder) => void carryOut(order).then((measured) => process.send?.(measured)))
process.on('disconnect', () => process.exit())

async function carryOut(order: LoadOrder): Promise<LoadMeasured> {
  const startedAt = performance.now()
  const gapMs = order.spreadMs / order.questions.length
  const answers = await Promise.all(
    order.questions.map(async (question, index) => {
      const waitMs = startedAt + index * gapMs - performance.now()
      if (waitMs > 0) await delay(waitMs)
      return await ask(order, question)
    }),
  )
  return { answers, elapsedMs: performance.now() - startedAt }
}

function ask(
  { url, format, expectedText }: LoadOrder,
  { headers, body }: LoadOrder['questions'][number],
): Promise<AnswerMeasured> {
  const { promise, resolve } = Promise.withResolvers<AnswerMeasured>()
  const askedAt = performance.now()
  const reader = new StreamReader(format)
  let firstTextMs: number | null = null
  const wordsAt: number[] = []
  let text = ''
  const asked = request(
    url,
    {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
      timeout: timeoutMs,
    },
    (response) => {
      response.on('data', (bytes: Buffer) => {
        if (response.statusCode !== 200) return
        const piece = reader.read(bytes)
        if (piece !== '') firstTextMs ??= performance.now() - askedAt
        text += piece
        const now = performance.timeOrigin + performance.now()
        while ((wordsAt.length + 1) * benchWord(1).length <= text.length) wordsAt.push(now)
      })
      response.on('end', () => resolve({ firstTextMs, wordsAt, problem: problemOf(response.statusCode) }))
      response.on('error', (error) => resolve({ firstTextMs, wordsAt, problem: error.message }))
    },
  )
  asked.on('timeout', () => asked.destroy(new Error('no byte for a minute')))
  asked.on('error', (error) => resolve({ firstTextMs, wordsAt, problem: error.message }))
  asked.end(body)
  return promise

  function problemOf(status: number | undefined): string | null {
    if (status !== 200) return `status ${status}`
    if (!reader.isDone) return 'the stream has no end'
    return text === expectedText
      ? null
      : `${text.length} characters, not the provider's ${expectedText.length}`
  }
}
