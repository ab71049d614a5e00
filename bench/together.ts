import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { contract, type ChatId, type TurnId } from '@atrium/contract'
import { connect } from '@atrium/server/platform/database/index.ts'
import { createLog } from '@atrium/server/platform/log.ts'
import { type ApiSettings, readEvents } from '@atrium/testkit'
import { call, send } from '@atrium/testkit/api-client.ts'
import { startChild } from './child.ts'
import { median, percentile } from './statistics.ts'
import { type MeasuredAtrium, startAtrium } from './streaming/atrium.ts'
import { type Person, questionOf, signUpPeople } from './streaming/people.ts'
import { cpuSeconds } from './streaming/processes.ts'
import type { FollowMeasured, ReadersOrder, TypingMeasured } from './together/readers.ts'

const peopleCount = 500
const readerCounts = [1, 50, 500] as const
const rounds = 3
const typists = 20
const idleSeconds = 20
/** Long enough before its first word for 500 readers to attach. */
const model = { id: 'bench-80x40@4000', firstTokenMs: 4_000 }

export type TogetherMeasured = {
  people: number
  answers: {
    readers: number
    /** Time to the asker's first word beyond the provider's, in milliseconds; the median of the rounds. */
    askerAddedMs: number
    /** From the asker's first word to that of the last reader, in milliseconds; the median of the rounds. */
    lastReaderMs: number
    /** Processor time of server and database for an answer of 80 words, in seconds, that each reader adds. */
    cpuPerReader: number
  }[]
  /** Share of one core that server and database use while everybody is present and nothing happens. */
  idleShare: number
  /** Until a keystroke's 'is typing' is in the browsers of the others. */
  typingP95Ms: number
}

/** 500 people in one shared chat: readers of one answer, presence at rest, and typing. */
export async function measureTogether(say: (line: string) => void): Promise<TogetherMeasured> {
  await using started = new AsyncDisposableStack()
  const start = (file: string) => {
    const child = startChild(path.join(import.meta.dirname, file))
    started.defer(() => child.end())
    return child
  }
  const { url: providerUrl } = await start('streaming/provider.ts').hear<{ url: string }>()
  const atrium = await startAtrium({ providerUrl })
  started.defer(() => atrium.end())
  say(`signing ${peopleCount + 1} people up …`)
  const [owner, ...people] = (await signUpPeople(atrium, peopleCount + 1)) as [Person, ...Person[]]
  await joinAccount(atrium, owner, people)
  const chat = await shareNewChat(atrium, owner)

  const readers = start('together/readers.ts')
  const order = <Answer>(one: ReadersOrder) => readers.ask<Answer>(one)
  await order({
    kind: 'enter',
    url: atrium.url,
    chatId: chat.chatId,
    people: people.map((one) => headersOf(owner, one)),
  })
  say(`${peopleCount} people are in the chat; at rest for ${idleSeconds} s …`)
  await delay(3_000)
  const before = cpuSeconds(atrium.processes)
  await delay(idleSeconds * 1_000)
  const idleShare = (cpuSeconds(atrium.processes) - before) / idleSeconds
  const { arrivedMs } = await order<TypingMeasured>({ kind: 'type', people: typists })

  const measureAnswer = async (count: number) => {
    const cpuBefore = cpuSeconds(atrium.processes)
    const asked = ask(atrium, owner, chat.chatId, chat.lastTurnId)
    chat.lastTurnId = asked.turnId
    await asked.accepted
    const { firstTextAt, problems } =
      count === 0
        ? { firstTextAt: [], problems: [] }
        : await order<FollowMeasured>({ kind: 'follow', turnId: asked.turnId, readers: count })
    const { addedMs, firstAt } = await asked.answered
    if (problems.length > 0 || firstTextAt.length !== count)
      throw new Error(`Of ${count} readers ${firstTextAt.length} read: ${[...new Set(problems)].join(', ')}`)
    await delay(1_000)
    return {
      addedMs,
      lastReaderMs: Math.max(firstAt, ...firstTextAt) - firstAt,
      cpu: cpuSeconds(atrium.processes) - cpuBefore,
    }
  }
  await measureAnswer(1)
  const repeated = async (count: number) => {
    const found: Awaited<ReturnType<typeof measureAnswer>>[] = []
    for (let round = 0; round < rounds; round += 1) found.push(await measureAnswer(count))
    const of = (key: 'addedMs' | 'lastReaderMs' | 'cpu') => median(found.map((one) => one[key]))
    return { readers: count, askerAddedMs: of('addedMs'), lastReaderMs: of('lastReaderMs'), cpu: of('cpu') }
  }
  const alone = await repeated(0)
  const answers: TogetherMeasured['answers'] = []
  for (const count of readerCounts) {
    say(`one answer, ${count} ${count === 1 ? 'reader' : 'readers'} …`)
    const { cpu, ...measured } = await repeated(count)
    answers.push({ ...measured, cpuPerReader: (cpu - alone.cpu) / count })
  }
  return { people: peopleCount, answers, idleShare, typingP95Ms: percentile(arrivedMs, 0.95) }
}

/** Everybody becomes a member of the owner's account, whose General room all members may use. */
async function joinAccount(atrium: MeasuredAtrium, owner: Person, people: readonly Person[]): Promise<void> {
  const database = connect(atrium.databaseAddress, { log: createLog({ level: 'silent' }), maxConnections: 1 })
  try {
    await database.pool.query(
      `insert into membership (account_id, user_id, role)
       select $1, id, 'member' from identity_user where email = any($2)`,
      [owner.accountId, people.map(({ email }) => email)],
    )
  } finally {
    await database.close()
  }
}

async function shareNewChat(
  { url }: MeasuredAtrium,
  owner: Person,
): Promise<{ chatId: ChatId; lastTurnId: TurnId }> {
  const { headers, body } = questionOf(owner, 'bench-4x1000@0')
  const question = JSON.parse(body) as { chatId: ChatId; turnId: TurnId }
  await readEvents(await send(contract.askQuestion, { url, headers }, { body: question }))
  const { chatId, turnId } = question
  await call('shareChat', settingsOf(url, owner), { params: { chatId }, body: { share: 'open' } })
  return { chatId, lastTurnId: turnId }
}

function ask({ url }: MeasuredAtrium, owner: Person, chatId: ChatId, parentTurnId: TurnId) {
  const { headers, body } = questionOf(owner, model.id)
  const question = { ...(JSON.parse(body) as { turnId: TurnId }), chatId, parentTurnId }
  const askedAt = performance.timeOrigin + performance.now()
  const accepted = send(contract.askQuestion, { url, headers }, { body: question })
  const answered = accepted.then(async (response) => {
    let firstAt = Number.NaN
    await readEvents(response, {
      until: (events) => {
        if (Number.isNaN(firstAt) && events.some(({ part }) => part.type === 'text-delta'))
          firstAt = performance.timeOrigin + performance.now()
        return false
      },
    })
    return { firstAt, addedMs: firstAt - askedAt - model.firstTokenMs }
  })
  return { turnId: question.turnId, accepted, answered }
}

const settingsOf = (url: string, { token, accountId, roomId }: Person): ApiSettings => ({
  url,
  token,
  accountId,
  roomId,
})

const headersOf = ({ accountId, roomId }: Person, { token }: Person): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'workspace-id': accountId,
  'room-id': roomId,
})
