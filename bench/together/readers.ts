import { Agent, type IncomingMessage, request } from 'node:http'
import { type ChatId, contract, type Endpoint, type TurnId } from '@atrium/contract'
import { pathOf } from '@atrium/testkit/api-client.ts'
import { StreamReader } from '../streaming/read-stream.ts'

/** Runs in a separate process: browsers of people who have one shared chat open. Times are milliseconds since the epoch. */

export type ReadersOrder =
  /** Opens each person's notices stream, and enters the chat with a tab. Answers `{ present }` once everybody is there. */
  | { kind: 'enter'; url: string; chatId: ChatId; people: Record<string, string>[] }
  /** This many people, the first ones, read an answer to its end. Answers `FollowMeasured`. */
  | { kind: 'follow'; turnId: TurnId; readers: number }
  /** This many people report, one after the other, that they are typing. Answers `TypingMeasured`. */
  | { kind: 'type'; people: number }

export type FollowMeasured = { firstTextAt: number[]; problems: string[] }
/** Milliseconds from the call until another person's browser has the notice; one for each call and reader. */
export type TypingMeasured = { arrivedMs: number[] }

type Reader = { headers: Record<string, string>; tabId: string; onTyping: (() => void) | null }

const timeoutMs = 120_000
const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
let url = ''
let chatId = '' as ChatId
const readers: Reader[] = []

process.on(
  'message',
  (order: ReadersOrder) => void carryOut(order).then((measured) => process.send?.(measured)),
)
process.on('disconnect', () => process.exit())

const now = (): number => performance.timeOrigin + performance.now()

async function carryOut(order: ReadersOrder): Promise<object> {
  if (order.kind === 'follow') return await follow(order.turnId, order.readers)
  if (order.kind === 'type') return await type(order.people)
  url = order.url
  chatId = order.chatId
  for (const [index, headers] of order.people.entries()) await enter(headers, index)
  return { present: readers.length }
}

async function enter(headers: Record<string, string>, index: number): Promise<void> {
  const reader: Reader = { headers, tabId: `bench-tab-${index}`, onTyping: null }
  readers.push(reader)
  const notices = await open(contract.readNotices, {}, headers)
  notices.setEncoding('utf8')
  notices.on('data', (text: string) => {
    if (text.includes('"type":"typing"')) reader.onTyping?.()
  })
  const entered = await open(contract.enterChat, { chatId }, headers, { tabId: reader.tabId, isHere: true })
  await drained(entered)
}

async function follow(turnId: TurnId, count: number): Promise<FollowMeasured> {
  const firstTextAt: number[] = []
  const problems: string[] = []
  await Promise.all(
    readers.slice(0, count).map(async ({ headers }) => {
      const response = await open(contract.readAnswer, { turnId }, headers)
      const stream = new StreamReader('atrium')
      let hasText = false
      response.on('data', (bytes: Buffer) => {
        if (stream.read(bytes) === '' || hasText) return
        hasText = true
        firstTextAt.push(now())
      })
      await drained(response)
      if (!stream.isDone) problems.push('An answer did not reach its end.')
    }),
  )
  return { firstTextAt, problems }
}

async function type(count: number): Promise<TypingMeasured> {
  const arrivedMs: number[] = []
  for (const typist of readers.slice(0, count)) {
    const others = readers.filter((reader) => reader !== typist)
    const from = now()
    const arrivals = others.map(
      (reader) =>
        new Promise<void>((resolve) => {
          reader.onTyping = () => {
            reader.onTyping = null
            arrivedMs.push(now() - from)
            resolve()
          }
        }),
    )
    await drained(await open(contract.noteTyping, { chatId }, typist.headers, { isTyping: true }))
    await Promise.all(arrivals)
  }
  return { arrivedMs }
}

/** Resolves with the response of a call that succeeded. */
function open(
  endpoint: Endpoint,
  params: Record<string, string>,
  headers: Record<string, string>,
  body?: object,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const text = body === undefined ? undefined : JSON.stringify(body)
  const sent = request(
    url + pathOf(endpoint, { params }),
    {
      method: endpoint.method,
      agent,
      timeout: timeoutMs,
      headers: {
        ...headers,
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        }),
      },
    },
    (response) =>
      response.statusCode === 200
        ? resolve(response)
        : reject(new Error(`${endpoint.name}: status ${response.statusCode}`)),
  )
  sent.on('error', reject)
  sent.end(text)
  return promise
}

const drained = (response: IncomingMessage): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  response.on('end', resolve).on('error', reject).resume()
  return promise
}
