import { type AskQuestion, type EstimateQuestion, type FileId, mintId, type RoomId } from '@atrium/contract'
import { call, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { grantCredits } from '../../credits/index.ts'
import { png } from '../../files/pictures/pictures-for-tests.ts'
import { inSystem } from '../../platform/database/index.ts'
import { Failure } from '../../platform/failure.ts'
import type { Member } from '../../platform/http/guards.ts'
import { addToRoom, readDocumentOf, uploadDocument } from '../answers-for-tests.ts'
import { askQuestion } from '../ask-question.ts'
import { estimateQuestion } from '../estimate-question.ts'

const accountCount = 4
const inputsPerAccount = 250

let world: World
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  world.model.script('*', [{ text: 'Tea is older than coffee. '.repeat(8) }, { finish: 'stop' }])
})
afterAll(() => world.close())

type Random = {
  below(limit: number): number
  chance(share: number): boolean
  of<Value>(values: readonly Value[]): Value
}

/** The same numbers for the same seed. */
function randomOf(seed: number): Random {
  let state = seed
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, chance: (share) => next() < share, of: (values) => values[below(values.length)] as never }
}

/** A person alone in an account, with rooms, files and chats to ask about. */
type Setting = {
  person: TestPerson
  roomIds: readonly RoomId[]
  documentIds: readonly FileId[]
  pictureIds: readonly FileId[]
  /** Asked turns, with their chat and room. */
  asked: (Pick<AskQuestion, 'chatId' | 'turnId'> & { roomId: RoomId })[]
}

async function settingOf(index: number): Promise<Setting> {
  const person = await world.signUp({ name: `Kim ${index}` })
  const { accountId, userId, roomId } = person
  await inSystem(world.database, (trx) =>
    grantCredits(trx, { accountId, userIds: [userId], amountMilli: 1_000_000_000, reference: 'extra:test' }),
  )
  await addToRoom(person, 'handbook.txt', 'Every employee has 28 days of leave. '.repeat(400))
  const create = async (name: string, allowedModelIds: string[] | null) =>
    (
      await call('createRoom', person.api, {
        params: { accountId },
        body: { name, access_type: 'PRIVATE', allowedModelIds },
      })
    ).data.id
  const instructed = await create('Instructed', null)
  await sql`
    update room set instructions = 'Answer politely.', modifiers = '{"format":"a detailed report"}'
    where account_id = ${accountId} and id = ${instructed}`.execute(world.database.kysely)
  const limited = await create('Limited', ['test-model', 'test-small', 'test-painter'])
  const documentIds = [
    await readDocumentOf(person, 'lease.txt', 'The rent of the flat is 940 euros. '.repeat(90)),
  ]
  const pictures = await Promise.all(['tea.png', 'cup.png'].map((name) => uploadDocument(person, name, png)))
  await call('setAutoOptions', person.api, {
    body: {
      preference: (['balanced', 'best', 'cheapest', 'fastest'] as const)[index] ?? 'balanced',
      modelIds: index === 1 ? ['test-model', 'test-seeing', 'test-responses'] : null,
    },
  })
  return {
    person,
    roomIds: [roomId, roomId, instructed, limited],
    documentIds,
    pictureIds: pictures.map(({ fileId }) => fileId),
    asked: [],
  }
}

const sentences = [
  'Which is older, tea or coffee? ',
  'Laquelle est la plus ancienne, le thé ou le café ? ',
  'Trà hay cà phê có trước? ',
  '茶和咖啡哪个更古老？',
  'أيهما أقدم، الشاي أم القهوة؟ ',
  'const tea = older(coffee) ? 1 : 2; ',
  'Draw a picture of a cup of tea. ',
]
const modelIds = [
  'auto',
  'auto',
  'test-model',
  'test-responses',
  'test-messages',
  'test-seeing',
  'test-small',
  'test-with-fallback',
  'test-painter',
  'no-such-model',
]
const modifiers = [
  undefined,
  undefined,
  { tone: 'Casual' },
  { format: 'a short summary' },
  { audience: 'children' },
]

type Input = { estimate: EstimateQuestion; ask: AskQuestion; roomId: RoomId }

/** One question, as estimated and as asked. */
function inputOf(random: Random, { roomIds, documentIds, pictureIds, asked }: Setting): Input {
  const before = asked.length > 0 && random.chance(0.6) ? random.of(asked.slice(-25)) : null
  const length = random.of([1, 1, 1, 2, 5, 20, 120, 600])
  const modelId = random.of(modelIds)
  const documents = random.chance(0.2) ? [...documentIds] : []
  const pictures = random.chance(0.2) ? pictureIds.slice(0, 1 + random.below(2)) : []
  const isDrawn = modelId === 'test-painter' && random.chance(0.5)
  const shared = {
    chatId: before?.chatId ?? mintId('chat'),
    parentTurnId: before?.turnId ?? null,
    modelId,
    style: random.of(['quick', 'quick', 'deep'] as const),
    modifiers: random.of(modifiers),
    usesRoomFiles: random.of([undefined, true, false]),
    pictureOptions: isDrawn ? { count: 1 + random.below(4), size: random.of(['64x64', '96x64']) } : undefined,
  }
  const text = random.of(sentences).repeat(length).trim()
  return {
    roomId: before?.roomId ?? random.of(roomIds),
    estimate: { ...shared, text, pictures: pictures.length, documents },
    ask: {
      ...shared,
      turnId: mintId('turn'),
      ask: { kind: 'question', messageId: mintId('message'), text, attachments: [...pictures, ...documents] },
    },
  }
}

const codeOf = (error: unknown): string => {
  if (error instanceof Failure) return error.code
  throw error
}

type Compared = { shown: number | string; held: number | string; modelId: string | null; compacts: boolean }

/** Estimates a question, then asks it: the price, or the code of the refusal. */
async function compare(setting: Setting, { estimate, ask, roomId }: Input): Promise<Compared> {
  const { ports } = world.app
  const { accountId, userId } = setting.person
  const member: Member = {
    accountId,
    userId,
    roomId,
    role: 'owner',
    sessionId: mintId('session'),
    termsAccepted: true,
  }
  const shown = await estimateQuestion(ports, member, estimate).catch(codeOf)
  const refusal = await askQuestion(ports, member, ask).then(() => null, codeOf)
  const found = {
    shown: typeof shown === 'string' ? shown : Math.round(shown.maxCredits * 1000),
    modelId: typeof shown === 'string' ? null : shown.modelId,
    compacts: typeof shown !== 'string' && shown.questionsToSummarise > 0,
  }
  if (refusal) return { ...found, held: refusal }
  // Its end changes the balance, which Auto uses.
  await expect.poll(() => ports.running.has(ask.turnId), { interval: 5, timeout: 60_000 }).toBe(false)
  const { rows } = await sql<{ held: number }>`
    select -amount_milli as held from credit_entry
    where account_id = ${accountId} and holder = 'team' and kind = 'hold' and reference = ${ask.turnId}`.execute(
    world.database.kysely,
  )
  setting.asked.push({ chatId: ask.chatId, turnId: ask.turnId, roomId })
  return { ...found, held: Number(rows[0]?.held) }
}

test('CRED-02 the maximum of the estimate equals the hold for the same question, for 1,000 random questions', async () => {
  const compared: Compared[] = []
  const settings = await Promise.all(Array.from({ length: accountCount }, (_, index) => settingOf(index)))
  await Promise.all(
    settings.map(async (setting, index) => {
      const random = randomOf(20_261_123 + index)
      for (let count = 0; count < inputsPerAccount; count += 1) {
        const input = inputOf(random, setting)
        const found = await compare(setting, input)
        compared.push(found)
        // An estimate leaves it to the page to say that a model can't see pictures.
        if (found.held === 'PICTURES_NOT_SEEN') continue
        expect(
          found.held,
          JSON.stringify({ index, count, ...input.estimate, text: input.estimate.text.length }),
        ).toBe(found.shown)
      }
    }),
  )
  // Coverage of the inputs, so that the property is not only tested with plain questions.
  const held = compared.filter((one) => typeof one.held === 'number')
  expect(compared).toHaveLength(1000)
  expect(held.length).toBeGreaterThan(300)
  expect(new Set(held.map(({ held: milli }) => milli)).size).toBeGreaterThan(100)
  expect(new Set(held.map(({ modelId }) => modelId)).size).toBeGreaterThanOrEqual(5)
  expect(held.some(({ compacts }) => compacts)).toBe(true)
  expect(compared.map((one) => one.held)).toEqual(
    expect.arrayContaining(['MODEL_NOT_AVAILABLE', 'MODEL_NOT_ALLOWED_IN_ROOM', 'TOKEN_LIMIT_REACHED']),
  )
}, 900_000)
