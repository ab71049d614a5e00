import { setTimeout as delay } from 'node:timers/promises'
import { type ChatId, contract, mintId, type TurnId } from '@atrium/contract'
import { connect, type Database, inSystem } from '@atrium/server/platform/database/index.ts'
import { createLog } from '@atrium/server/platform/log.ts'
import { type ApiSettings, call, send } from '@atrium/testkit/api-client.ts'
import { sql } from 'kysely'
import path from 'node:path'
import { startChild } from './child.ts'
import { median, percentile } from './statistics.ts'
import { type MeasuredAtrium, startAtrium } from './streaming/atrium.ts'
import { type Person, questionOf, questionUrl, signUpPeople } from './streaming/people.ts'
import { cpuSeconds } from './streaming/processes.ts'

const peopleCount = 500
const modelId = 'bench-80x40@200'
const idleSeconds = 20
const keystrokes = 20
/** Typing is sent at most this often. */
const typingEveryMs = 3_000

/** One question that several people of a shared chat read. */
export type ReadTogether = {
  readers: number
  /** From the asker's first word to each reader's, in milliseconds. */
  addedFirstWordP50Ms: number
  addedFirstWordP95Ms: number
  /** Processor time of server and database for each reader beyond the first, in milliseconds; null with one. */
  cpuPerReaderMs: number | null
}
export type TogetherMeasured = {
  people: number
  rounds: ReadTogether[]
  /** Of one core, while nobody does anything. */
  idleCorePercent: number
  typingP95Ms: number
}

/** Measures a shared chat with 500 people: one answer with 1, 50 and 500 readers, everybody present at rest, and typing. */
export async function measureTogether(print: (line: string) => void): Promise<TogetherMeasured> {
  await using started = new AsyncDisposableStack()
  const provider = startChild(path.join(import.meta.dirname, 'streaming/provider.ts'), [])
  started.defer(() => provider.end())
  const { url: providerUrl } = await provider.hear<{ url: string }>()
  const atrium = await startAtrium({ providerUrl })
  started.defer(() => atrium.end())
  print(`signing ${peopleCount} people up …`)
  const people = await signUpPeople(atrium, peopleCount)
  const chat = await openSharedChat(atrium, people)

  const rounds: ReadTogether[] = []
  let alone = 0
  for (const readers of [1, 50, peopleCount]) {
    const { added, cpu } = await readTogether(atrium, chat, readers)
    if (readers === 1) alone = cpu
    rounds.push({
      readers,
      addedFirstWordP50Ms: median(added),
      addedFirstWordP95Ms: percentile(added, 0.95),
      cpuPerReaderMs: readers === 1 ? null : ((cpu - alone) / (readers - 1)) * 1000,
    })
    print(
      `${readers} readers: first word ${percentile(added, 0.95).toFixed(0)} ms later at p95, ${cpu.toFixed(2)} CPU s`,
    )
  }

  const streams = await enterAll(chat)
  started.defer(async () => streams.leave())
  await delay(3_000)
  const before = cpuSeconds(atrium.processes)
  await delay(idleSeconds * 1000)
  const idleCorePercent = ((cpuSeconds(atrium.processes) - before) / idleSeconds) * 100
  print(`at rest: ${idleCorePercent.toFixed(1)} % of a core`)
  const waits: number[] = []
  for (let key = 0; key < keystrokes; key += 1) {
    const typist = chat.readers[key] as ApiSettings
    const pressedAt = performance.now()
    const heard = streams.nextTyping()
    await call('noteTyping', typist, { params: { chatId: chat.chatId }, body: { isTyping: true } })
    for (const at of await heard) waits.push(at - pressedAt)
    await delay(typingEveryMs / 10)
  }
  return { people: people.length, rounds, idleCorePercent, typingP95Ms: percentile(waits, 0.95) }
}

type SharedChat = { chatId: ChatId; lastTurnId: TurnId; asker: Person; readers: ApiSettings[] }

/** A chat of the first person, open for the others, who become members of the first one's account. */
async function openSharedChat(atrium: MeasuredAtrium, people: Person[]): Promise<SharedChat> {
  const [asker] = people
  if (!asker) throw new Error('Nobody signed up.')
  const database: Database = connect(atrium.databaseAddress, {
    log: createLog({ level: 'silent' }),
    maxConnections: 1,
  })
  const others = people.slice(1).map(({ email }) => email)
  try {
    await inSystem(database, (trx) =>
      sql`
        insert into membership (account_id, user_id, role)
        select ${asker.accountId}, id, 'member' from identity_user where email = any(${others})`.execute(trx),
    )
  } finally {
    await database.close()
  }
  const readers = people.map(({ token }): ApiSettings => ({
    ...{ url: atrium.url, token, accountId: asker.accountId, roomId: asker.roomId },
  }))
  const { chatId, turnId } = await ask(atrium, asker, null)
  await call('shareChat', readers[0] as ApiSettings, { params: { chatId }, body: { share: 'open' } })
  return { chatId, lastTurnId: turnId, asker, readers }
}

/** Asks and reads the whole answer; returns when its first word arrived. */
async function ask(
  atrium: MeasuredAtrium,
  asker: Person,
  chat: SharedChat | null,
  onOpen = (_turnId: TurnId) => {},
) {
  const { headers, body } = questionOf(asker, modelId)
  const asked = JSON.parse(body) as { chatId: ChatId; turnId: TurnId; parentTurnId: TurnId | null }
  if (chat) Object.assign(asked, { chatId: chat.chatId, parentTurnId: chat.lastTurnId })
  const response = await fetch(questionUrl(atrium), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  })
  if (!response.ok) throw new Error(`The question was refused: ${await response.text()}`)
  onOpen(asked.turnId)
  return { ...asked, firstWordAt: await readToEnd(response) }
}

/** Returns the moment of the first word. */
async function readToEnd({ body }: Response): Promise<number> {
  let firstWordAt = 0
  let tail = ''
  const decoder = new TextDecoder()
  for await (const bytes of body ?? []) {
    if (firstWordAt > 0) continue
    tail = tail.slice(-40) + decoder.decode(bytes, { stream: true })
    if (tail.includes('"type":"text-delta"')) firstWordAt = performance.now()
  }
  return firstWordAt
}

async function readTogether(atrium: MeasuredAtrium, chat: SharedChat, count: number) {
  const cpuBefore = cpuSeconds(atrium.processes)
  const reading: Promise<number>[] = []
  const asked = await ask(atrium, chat.asker, chat, (turnId) => {
    for (const reader of chat.readers.slice(0, count))
      reading.push(send(contract.readAnswer, reader, { params: { turnId } }).then(readToEnd))
  })
  const words = await Promise.all(reading)
  chat.lastTurnId = asked.turnId
  await delay(1_000)
  const added = words.map((at) => Math.max(0, at - asked.firstWordAt))
  return { added, cpu: cpuSeconds(atrium.processes) - cpuBefore }
}

/** Everybody opens the notices stream and enters the chat. */
async function enterAll({ chatId, readers }: SharedChat) {
  const leaving = new AbortController()
  let hear: ((at: number) => void) | null = null
  for (const reader of readers) {
    const { body } = await send(contract.readNotices, { ...reader, signal: leaving.signal })
    void (async () => {
      const decoder = new TextDecoder()
      for await (const bytes of body ?? [])
        if (decoder.decode(bytes).includes('"type":"typing"')) hear?.(performance.now())
    })().catch(() => undefined)
    const tabId = mintId('message').slice(-12)
    await call('enterChat', reader, { params: { chatId }, body: { tabId, isHere: true } })
  }
  return {
    leave: () => leaving.abort(),
    /** Resolves to the moments at which everybody else learned that somebody types. */
    nextTyping: () =>
      new Promise<number[]>((resolve) => {
        const moments: number[] = []
        hear = (at) => {
          moments.push(at)
          if (moments.length === readers.length - 1) resolve(moments)
        }
      }),
  }
}
