import { existsSync, readFileSync } from 'node:fs'
import {
  contract,
  type Endpoint,
  type EndpointName,
  ErrorReply,
  type LabelId,
  mintId,
  type NewSchedule,
  storable,
} from '@atrium/contract'
import { call, readEvents, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { type SoundRequest, soundRequests, type Things } from '@atrium/testkit/sound-requests/index.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { z } from 'zod'

const file = new URL('../../../../shared/fixtures/conformance/strings/blns.json', import.meta.url)
const isPresent = existsSync(file)
if (!isPresent)
  console.warn('Skipped: the naughty strings (../shared/fixtures/conformance) are not on this machine.')

/** Strings missing from the collections: unpaired surrogates, a NUL, and bidi controls. */
const unstorable = ['\uD83D', 'a\uDE00b', '\0', 'a\0b']
const strings: string[] = isPresent
  ? [
      ...(JSON.parse(readFileSync(file, 'utf8')) as string[]),
      ...unstorable,
      '\u202Etxt.exe',
      'e\u0301',
      '\r\n',
    ]
  : []

type Way = (string | number)[]

/** Paths of free text in an endpoint's input: no ids, enums or formatted values. */
function textsIn(schema: unknown, way: Way = []): Way[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, properties, items, anyOf, oneOf, allOf, ...rest } = schema as Record<string, unknown>
  const alternatives = [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? list : []))
  const below = [
    ...alternatives.flatMap((one) => textsIn(one, way)),
    ...Object.entries(properties ?? {}).flatMap(([name, one]) => textsIn(one, [...way, name])),
    ...(items === undefined ? [] : textsIn(items, [...way, 0])),
  ]
  const isFree = type === 'string' && !['enum', 'const', 'pattern', 'format'].some((word) => word in rest)
  return isFree ? [way, ...below] : below
}

const named = (way: Way) => way.join('.')

function put(value: unknown, [step, ...rest]: Way, text: string): unknown {
  if (step === undefined) return text
  if (typeof step === 'number') return [put(Array.isArray(value) ? value[0] : undefined, rest, text)]
  const record = typeof value === 'object' && value !== null ? value : {}
  return { ...record, [step]: put((record as Record<string, unknown>)[step], rest, text) }
}

const at = (value: unknown, way: Way): unknown =>
  way.reduce<unknown>(
    (inside, step) => (inside as Record<string | number, unknown> | undefined)?.[step],
    value,
  )

const endpoints = (Object.keys(contract) as EndpointName[]).map((name): Endpoint => contract[name])
const fields = endpoints.flatMap((endpoint) => {
  if (endpoint.body === undefined) return []
  const schema = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' })
  return [...new Map(textsIn(schema).map((way) => [named(way), way])).values()].map((way) => ({
    endpoint,
    way,
  }))
})

/** Fields that are no free text though their form says so: proofs of another kind than the one that is tried, addresses, and parts of keys. */
const withoutText = [
  'signUp language',
  'signUpByInvite language',
  'answerSecondFactor code',
  // Addresses of mail, ids of models and names in positions of a document.
  'receiveMailEvents events.0.address',
  'stopMailTo address',
  'resumeMailTo address',
  'askQuestion comparison.0.modelId',
  'askQuestionInChat comparison.0.modelId',
  'queueQuestion comparison.0.modelId',
  ...['askCanvas', 'beginCanvasThread', 'estimateCanvasSuggestion', 'suggestInCanvas'].flatMap((name) => [
    `${name} range.from.tname`,
    `${name} range.to.tname`,
  ]),
  ...[
    'beginSecondFactor',
    'renewRecoveryCodes',
    'endSecondFactor',
    'beginPasskey',
    'changePassword',
    'changeSystemAdmin',
    'requestDeletion',
    'forceSignOut',
  ].map((name) => `${name} proof.code`),
  ...['addProvider', 'changeProvider', 'testProvider', 'timeModel', 'testWebSearch'].map(
    (name) => `${name} baseUrl`,
  ),
  'changeSystemSettings webSearch.baseUrl',
  'addKnowledgeSource url',
  'askQuestion ask.mentions.0.id',
  'askQuestionInChat ask.mentions.0.id',
  'queueQuestion ask.mentions.0.id',
]

let world: World
let kim: TestPerson
let things: Things
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  world.model.script('*', [{ text: 'Tea.' }, { finish: 'stop' }])
  kim = await world.signUp()
  await sql`update credit_balance set available_milli = 1000000000 where account_id = ${kim.accountId}`.execute(
    world.database.kysely,
  )
  const { chatId, turnId, response } = await kim.ask('Which is older?')
  await readEvents(response)
  things = {
    accountId: kim.accountId,
    roomId: kim.roomId,
    fileId: mintId('file'),
    baseId: mintId('base'),
    accountBaseId: mintId('base'),
    chatId,
    turnId,
    promptId: mintId('prompt'),
    canvasId: mintId('canvas'),
    threadId: mintId('thread'),
    commentId: mintId('comment'),
    invocationId: mintId('invocation'),
    scheduleId: await addSchedule(),
  }
})
afterAll(() => world.close())

/** A paused schedule, whose texts change. */
async function addSchedule() {
  const body = soundRequests.createSchedule[0]?.make({ roomId: kim.roomId } as Things, {} as Things).body
  const { message } = await call('createSchedule', kim.api, { body: body as NewSchedule })
  return message.scheduleId
}

/** Runs the work for every string with limited concurrency; returns its failures. */
async function forAll(
  some: readonly string[],
  work: (text: string) => Promise<string | null>,
  atOnce = 4,
): Promise<string[]> {
  const waiting = [...some]
  const complaints: string[] = []
  const worker = async () => {
    for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
      const complaint = await work(text)
      if (complaint !== null) complaints.push(`${JSON.stringify(text)}: ${complaint}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return complaints
}

/** Why a reply is no clear refusal of this field; null when it is one. */
async function refusal(response: Response, way: Way): Promise<string | null> {
  const error = ErrorReply.safeParse(await response.json().catch(() => null))
  if (response.status >= 500 || !error.success) return `${response.status} without a clear answer`
  const { code, issues = [] } = error.data
  if (code !== 'INVALID_INPUT') return null
  const path = `body.${named(way)}`
  return issues.some((issue) => path.startsWith(issue.path) || issue.path.startsWith(path)) ||
    issues.length === 0
    ? null
    : `refused for ${JSON.stringify(issues)}`
}

/** The way to a field of this name in a reply, if it says the field back. */
function echoed(reply: unknown, way: Way): unknown {
  const inside = (reply as { data?: unknown; message?: unknown } | null) ?? {}
  return at(inside.data, way) ?? at(inside.message, way)
}

describe.skipIf(!isPresent)('naughty strings (skipped without the shared fixtures)', () => {
  test('F17 a valid request reaches every text field of the contract', () => {
    const unreached = fields.filter(({ endpoint, way }) => bodiesFor(endpoint, way).length === 0)
    expect(unreached.map(({ endpoint, way }) => `${endpoint.name} ${named(way)}`).toSorted()).toEqual(
      withoutText.toSorted(),
    )
  })

  // Each string somewhere, and each field with many: the fields of the screens below take them all.
  test.each(
    fields.map((field, index) => ({ ...field, index, title: `${field.endpoint.name} ${named(field.way)}` })),
  )(
    'F17 $title accepts a text unchanged, or refuses it with a clear error',
    { timeout: 120_000 },
    async ({ endpoint, way, index }) => {
      // Signed-out calls wait for password hashing.
      const every = endpoint.caller === 'anyone' ? 131 : 19
      const some = strings.filter((text, place) => (place + index) % every === 0 || unstorable.includes(text))
      // Changes of one object run one after another: a reply contains its current state.
      const changesOne = endpoint.method === 'PATCH' || endpoint.method === 'PUT'
      const complaints = await forAll(
        some,
        async (text) => {
          const body = bodiesFor(endpoint, way)[0]?.(text)
          const response = await send(endpoint, kim.api, body)
          if (!response.ok) return await refusal(response, way)
          const sent = at(endpoint.body?.parse(body?.body), way)
          // Model output is made storable, because its author cannot correct it.
          if (unstorable.includes(text) && storable(String(sent)) !== sent)
            return 'took what cannot be stored'
          if (!response.headers.get('content-type')?.startsWith('application/json')) {
            await response.text()
            return null
          }
          const back = echoed(await response.json(), way)
          const isSent = typeof back !== 'string' || back === sent || back === String(sent).trim()
          return isSent ? null : `came back as ${JSON.stringify(back)}`
        },
        changesOne ? 1 : 4,
      )
      expect(complaints).toEqual([])
    },
  )

  type Screen = { title: string; field: Way; endpoint: Endpoint; read: () => Promise<string | undefined> }
  const chat = async () => (await call('getChat', kim.api, { params: { chatId: things.chatId } })).message
  const room = async () =>
    (await call('getRoom', kim.api, { params: { accountId: kim.accountId, roomId: kim.roomId } })).data
  let labelId: LabelId | null = null
  const screens: Screen[] = [
    {
      title: 'a title',
      endpoint: contract.changeChat,
      field: ['chatTitle'],
      read: async () => (await chat()).chatTitle,
    },
    {
      title: 'a modifier of a chat',
      endpoint: contract.changeChat,
      field: ['modifiers', 'audience'],
      read: async () => (await chat()).modifiers.audience,
    },
    {
      title: 'a label',
      endpoint: contract.renameLabel,
      field: ['name'],
      read: async () =>
        (await call('listLabels', kim.api)).message.find((one) => one.labelId === labelId)?.name,
    },
    {
      title: 'a room’s name',
      endpoint: contract.changeRoom,
      field: ['name'],
      read: async () => (await room()).name,
    },
    {
      title: 'a room’s description',
      endpoint: contract.changeRoom,
      field: ['description'],
      read: async () => (await room()).description,
    },
    {
      title: 'a room’s instructions',
      endpoint: contract.changeRoom,
      field: ['system_prompt', 'instructions'],
      read: async () => (await room()).system_prompt.instructions,
    },
    {
      title: 'a person’s name',
      endpoint: contract.changeUser,
      field: ['firstName'],
      read: async () => (await call('getUserInfo', kim.api)).message.firstName,
    },
  ]

  test(
    'F17 every string as a question is stored unchanged, or refused with a clear error',
    { timeout: 300_000 },
    async () => {
      const { chatId } = things
      const sent = new Map<string, string>()
      const complaints = await forAll(strings, async (text) => {
        const turnId = mintId('turn')
        const ask = { kind: 'question' as const, messageId: mintId('message'), text }
        const { response } = await kim.ask('', { chatId, turnId, ask })
        if (!response.ok) return await refusal(response, ['ask', 'text'])
        await response.text()
        sent.set(turnId, text)
        return null
      })
      expect(complaints).toEqual([])
      expect(sent.size).toBeGreaterThan(strings.length * 0.9)
      const stored = new Map(
        (await chat()).turns.map(({ turnId, question }) => [String(turnId), question.text]),
      )
      for (const [turnId, text] of sent) expect(stored.get(turnId)).toBe(text)
    },
  )

  test.each(screens)(
    'F17 every string as $title is stored unchanged, or refused with a clear error',
    { timeout: 300_000 },
    async ({ endpoint, field, read }) => {
      if (endpoint === contract.renameLabel)
        labelId = (await call('createLabel', kim.api, { body: { name: mintId('label') } })).message.labelId
      const complaints: string[] = []
      let kept = 0
      for (const text of strings) {
        const input = bodiesFor(endpoint, field)[0]?.(text)
        const params = labelId !== null && endpoint === contract.renameLabel ? { labelId } : input?.params
        const response = await send(endpoint, kim.api, { ...input, ...(params && { params }) })
        if (!response.ok) {
          const complaint = await refusal(response, field)
          if (complaint !== null) complaints.push(`${JSON.stringify(text)}: ${complaint}`)
          continue
        }
        kept += 1
        const sent = String(at(endpoint.body?.parse(input?.body), field))
        const received = echoed(await response.json(), field)
        // Reads some replies back again.
        const back = typeof received === 'string' && kept % 10 !== 0 ? received : ((await read()) ?? '')
        if (back !== sent && back !== sent.trim())
          complaints.push(`${JSON.stringify(text)} came back as ${JSON.stringify(back)}`)
      }
      console.info(`${endpoint.name} ${named(field)}: ${kept} kept, ${strings.length - kept} refused`)
      expect(complaints).toEqual([])
      expect(kept).toBeGreaterThan(strings.length / 2)
    },
  )
})

/** Sound requests that no test of the whole contract makes, for they would change where the mail of its world goes. */
const further: Partial<Record<EndpointName, readonly SoundRequest[]>> = {
  changeSystemSettings: soundRequests.testMail.map(({ make }) => ({
    make: (things, own) => ({ body: { mail: make(things, own).body } }),
  })),
  changeNotices: [
    {
      make: () => ({
        body: {
          downtime: {
            downTimeStart: '2027-01-31T22:00:00Z',
            downTimeEnd: '2027-01-31T23:00:00Z',
            notificationWindowHours: 2,
            timerMessage: '',
            dialogTitle: '',
            dialogMessage: '',
          },
          announcement: {
            desktop: `${'0'.repeat(32)}.png`,
            mobile: null,
            text: 'A picture of tea',
            activeTill: null,
          },
          newChat: { picture: null, title: '', text: '' },
        },
      }),
    },
  ],
}

/** Sound requests of an endpoint with a text put into this field; those alone that it allows with a plain text. */
function bodiesFor(endpoint: Endpoint, way: Way) {
  const own = things ?? emptyThings
  const name = endpoint.name as EndpointName
  return [...soundRequests[name], ...(further[name] ?? [])].flatMap(({ make }) => {
    const made = (text: string) => {
      const parts = make(own, own)
      return { ...parts, body: put(parts.body ?? {}, way, text) }
    }
    return endpoint.body?.safeParse(made(plain(way)).body).success ? [made] : []
  })
}

const emptyThings: Things = {
  accountId: mintId('account'),
  roomId: mintId('room'),
  fileId: mintId('file'),
  baseId: mintId('base'),
  accountBaseId: mintId('base'),
  chatId: mintId('chat'),
  turnId: mintId('turn'),
  promptId: mintId('prompt'),
  canvasId: mintId('canvas'),
  threadId: mintId('thread'),
  commentId: mintId('comment'),
  invocationId: mintId('invocation'),
  scheduleId: mintId('schedule'),
}

/** A text that any field takes. */
function plain(way: Way): string {
  const name = named(way).toLowerCase()
  if (name.includes('password')) return 'Correct-Horse-7'
  return /(email|from)$/.test(name) ? 'tea@example.com' : 'Some tea'
}
