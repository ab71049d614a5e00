import {
  type AnswerEnd,
  contract,
  type FileId,
  mintId,
  type PicturePart,
  picturesIn,
  type StreamPart,
  type Turn,
  type TurnId,
} from '@atrium/contract'
import {
  call,
  checkInvariants,
  endOf,
  type ReadEvent,
  readEvents,
  send,
  startWorld,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { sweepFiles } from '../../files/files.module.ts'

let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp()
})
beforeEach(() => {
  world.model.reset()
  world.model.script('test-model', [{ text: 'Words.' }, { finish: 'stop' }])
})
afterAll(() => world.close())

const painter = { modelId: 'test-painter' }
type More = Parameters<TestPerson['ask']>[1]

type Drawn = Awaited<ReturnType<TestPerson['ask']>> & {
  events: ReadEvent[]
  parts: PicturePart[]
  end: AnswerEnd | undefined
  turn: Turn | undefined
}

async function draw(question: string, more: More = {}): Promise<Drawn> {
  const asked = await kim.ask(question, { ...painter, ...more })
  if (!asked.response.ok) return { ...asked, events: [], parts: [], end: undefined, turn: undefined }
  const { events } = await readEvents(asked.response)
  const turn = await turnOf(asked)
  return { ...asked, events, parts: picturesIn(turn.parts), end: endOf(events), turn }
}
const turnOf = async ({ chatId, turnId }: { chatId: Parameters<typeof chatOf>[0]; turnId: TurnId }) => {
  const turn = (await chatOf(chatId)).turns.find((one) => one.turnId === turnId)
  if (!turn) throw new Error('The turn is not in its chat.')
  return turn
}
const chatOf = async (chatId: `chat_${string}`) =>
  (await call('getChat', kim.api, { params: { chatId } })).message
const bytesOf = (chatId: `chat_${string}`, fileId: FileId, person = kim) =>
  send(contract.openChatPicture, person.api, { params: { chatId, fileId } })
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code
const filesIn = (events: { part: StreamPart }[]) =>
  events.flatMap(({ part }) => (part.type === 'file' ? [part] : []))
/** 0.01 dollars at 4 dollars per million output tokens: the test models' price of a picture of 64 pixels. */
const creditsEach = async () => {
  const { message } = await call('listModels', kim.api, {})
  return message.find(({ modelId }) => modelId === 'test-painter')?.pictures?.sizes[0]?.creditsEach ?? NaN
}
const requestsForPictures = () => world.model.requests().filter(({ path }) => path.includes('/images/'))

test('ANS-04 a model that makes pictures answers with one, stored as a file of the account', async () => {
  const { chatId, events, parts, end, turn } = await draw('A red circle')
  expect(end).toMatchObject({
    state: 'answered',
    errorCode: null,
    usage: null,
    creditsCharged: await creditsEach(),
  })
  expect(turn).toMatchObject({ pictureOptions: { count: 1, size: '64x64', style: null } })
  const [picture] = parts
  expect(picture).toMatchObject({
    name: 'A red circle 1.png',
    contentType: 'image/png',
    width: 64,
    height: 64,
  })
  const [file] = filesIn(events)
  expect(file).toMatchObject({ mediaType: 'image/png' })
  expect(file?.url).toBe(`/sessions/${chatId}/pictures/${picture?.fileId}`)
  const opened = await bytesOf(chatId, (picture as PicturePart).fileId)
  expect(opened.headers.get('content-type')).toBe('image/png')
  expect(opened.headers.get('x-content-type-options')).toBe('nosniff')
  expect(Buffer.from(await opened.arrayBuffer()).length).toBe(picture?.sizeBytes)
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
})

test('ANS-04 count, size and style are sent, held for and charged; options that the model does not offer are refused by field', async () => {
  const each = await creditsEach()
  const { end, parts, turn } = await draw('A blue house', {
    pictureOptions: { count: 3, size: '96x64', style: 'sketch' },
  })
  expect(parts.map(({ width, height }) => [width, height])).toEqual([
    [96, 64],
    [96, 64],
    [96, 64],
  ])
  expect(new Set(parts.map(({ fileId }) => fileId)).size).toBe(3)
  expect(turn?.pictureOptions).toEqual({ count: 3, size: '96x64', style: 'sketch' })
  expect(end?.creditsCharged).toBeCloseTo(3 * 2 * each, 3)
  expect(JSON.stringify(requestsForPictures().map(({ body }) => body))).toContain('Style: a pencil sketch.')
  for (const [pictureOptions, path] of [
    [{ count: 5 }, 'body.pictureOptions.count'],
    [{ size: '512x512' }, 'body.pictureOptions.size'],
    [{ style: 'pixel-art' }, 'body.pictureOptions.style'],
  ] as const) {
    const { response } = await draw('No', { pictureOptions })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'INVALID_INPUT', issues: [{ path }] })
  }
  const { response } = await draw('Words', { modelId: 'test-model', pictureOptions: { count: 1 } })
  expect(await response.json()).toMatchObject({ issues: [{ path: 'body.pictureOptions' }] })
})

test('ANS-04 the estimate is the price of the pictures, and the credits must suffice for all of them', async () => {
  const each = await creditsEach()
  const bo = await world.signUp({ name: 'Bo Example' })
  const estimate = async (count: number) =>
    (
      await call('estimateQuestion', bo.api, {
        body: {
          chatId: mintId('chat'),
          parentTurnId: null,
          modelId: 'test-painter',
          text: 'A tree',
          pictureOptions: { count },
        },
      })
    ).data
  expect(await estimate(4)).toMatchObject({
    modelName: 'Test painter',
    lowCredits: 4 * each,
    likelyCredits: 4 * each,
    highCredits: 4 * each,
    maxCredits: 4 * each,
  })
  const { rows } = await sql<{ holder: string; available: number }>`
    update credit_balance set available_milli = ${Math.floor(each * 1000) + 1}
    from credit_balance as before
    where credit_balance.account_id = ${bo.accountId} and before.account_id = credit_balance.account_id
      and before.holder = credit_balance.holder
    returning credit_balance.holder, before.available_milli::int as available`.execute(world.database.kysely)
  const refused = await bo.ask('A tree', { ...painter, pictureOptions: { count: 2 } })
  expect(await codeOf(refused.response)).toBe('NOT_ENOUGH_CREDITS')
  expect(requestsForPictures()).toEqual([])
  // The ledger of this world must balance for the other tests.
  for (const { holder, available } of rows)
    await sql`update credit_balance set available_milli = ${available}
      where account_id = ${bo.accountId} and holder = ${holder}`.execute(world.database.kysely)
})

test.each([
  ['429=7', 'PROVIDER_RATE_LIMITED'],
  ['500', 'PROVIDER_UNAVAILABLE'],
  ['401', 'PROVIDER_REFUSED_KEY'],
  ['html', 'PROVIDER_UNAVAILABLE'],
  ['drop-after=0', 'PROVIDER_DROPPED'],
  ['malformed-after=0', 'PROVIDER_MALFORMED'],
  ['content-filter=0', 'CONTENT_FILTERED'],
  ['not-a-picture', 'PROVIDER_MALFORMED'],
  ['bad-base64', 'PROVIDER_MALFORMED'],
  ['cut-short', 'PROVIDER_MALFORMED'],
  ['too-wide', 'PROVIDER_MALFORMED'],
  ['zero-output', 'PROVIDER_EMPTY'],
])('ANS-04 %s before any picture ends as %s and costs nothing', async (fault, errorCode) => {
  const { end, parts } = await draw(`A cat [[sandbox:${fault}]]`)
  expect(end).toMatchObject({ state: 'failed', errorCode, creditsCharged: 0 })
  expect(parts).toEqual([])
  if (fault === '429=7') expect(end?.retryAfterSeconds).toBe(7)
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
})

test('ANS-04 if three of four pictures arrive, they are kept and charged; the rest can be requested', async () => {
  const each = await creditsEach()
  world.model.setFaults([{ fault: '500', model: 'sandbox-painter', times: 1 }])
  const first = await draw('Four stars', { pictureOptions: { count: 4 } })
  expect(first.end).toMatchObject({ state: 'interrupted', errorCode: 'PROVIDER_UNAVAILABLE' })
  expect(first.parts).toHaveLength(3)
  expect(first.end?.creditsCharged).toBeCloseTo(3 * each, 3)
  const rest = await draw('', { chatId: first.chatId, ask: { kind: 'continue', turnId: first.turnId } })
  expect(rest.end).toMatchObject({ state: 'answered' })
  expect(rest.end?.creditsCharged).toBeCloseTo(each, 3)
  expect(rest.parts.slice(0, 3)).toEqual(first.parts)
  expect(rest.parts).toHaveLength(4)
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
})

test('ANS-04 a picture withheld by the content rules is reported and not charged', async () => {
  world.model.setFaults([{ fault: 'content-filter=0', model: 'sandbox-painter', times: 1 }])
  const { end, parts } = await draw('Two moons', { pictureOptions: { count: 2 } })
  expect(end).toMatchObject({
    state: 'answered',
    errorCode: 'CONTENT_FILTERED',
    creditsCharged: await creditsEach(),
  })
  expect(parts).toHaveLength(1)
})

test('ANS-04 stop keeps the finished pictures, charges only for them and cancels the request', async () => {
  world.model.setFaults([{ fault: 'late=60000', model: 'sandbox-painter', times: 1 }])
  const asked = await kim.ask('Two ships', { ...painter, pictureOptions: { count: 2 } })
  const reading = readEvents(asked.response)
  await vi.waitFor(async () => expect(picturesIn((await turnOf(asked)).parts)).toHaveLength(1))
  await call('stopAnswer', kim.api, { params: { turnId: asked.turnId } })
  const { events } = await reading
  expect(endOf(events)).toMatchObject({ state: 'stopped', creditsCharged: await creditsEach() })
  await world.model.waitForRequest(({ state }) => state === 'client-left')
})

test('ANS-04 repeating the request returns the pictures and charges nothing more', async () => {
  const asked = {
    chatId: `chat_0198c0de-0000-7000-8000-00000000d001` as const,
    turnId: `turn_0198c0de-0000-7000-8000-00000000d002` as const,
    ask: {
      kind: 'question' as const,
      messageId: `message_0198c0de-0000-7000-8000-00000000d003` as const,
      text: 'A green tree',
    },
  }
  const once = await draw('', asked)
  const again = await draw('', asked)
  expect(again.events.map(({ part }) => part)).toEqual(once.events.map(({ part }) => part))
  expect(requestsForPictures()).toHaveLength(1)
  const other = await kim.ask('', { ...painter, ...asked, pictureOptions: { count: 2 } })
  expect(await codeOf(other.response)).toBe('IDEMPOTENCY_KEY_REUSED')
})

/** The state of a turn, read from the database while no server runs. */
async function stateOf(turnId: TurnId): Promise<{ state?: string }> {
  const found = await sql<{ state: string }>`select state from turn where id = ${turnId}`.execute(
    world.database.kysely,
  )
  return found.rows[0] ?? {}
}

test('ANS-04 an answer whose writer dies before a picture is drawn again by the next, for one charge', async () => {
  world.model.setFaults([{ fault: 'stall-after=0', model: 'sandbox-painter', times: 1 }])
  const asked = await kim.ask('A bridge', painter)
  void readEvents(asked.response).catch(() => undefined)
  await world.model.waitForRequest(({ path }) => path.includes('/images/'))
  await world.app.close({ drainMs: 0 })
  await world.restart()
  await vi.waitFor(async () => expect((await turnOf(asked)).state).toBe('answered'))
  const turn = await turnOf(asked)
  expect(picturesIn(turn.parts)).toHaveLength(1)
  expect(turn.creditsCharged).toBe(await creditsEach())
  expect(requestsForPictures()).toHaveLength(2)
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
})

test('ANS-04 an answer whose writer dies after a picture ends with it and charges only for it', async () => {
  world.model.setFaults([{ fault: 'stall-after=0', model: 'sandbox-painter', times: 1 }])
  const asked = await kim.ask('Two bridges', { ...painter, pictureOptions: { count: 2 } })
  void readEvents(asked.response).catch(() => undefined)
  await vi.waitFor(async () => expect(picturesIn((await turnOf(asked)).parts)).toHaveLength(1))
  // Another process takes the turn over, as if this one were dead.
  await sql`update turn set lease_expires_at = now() - interval '1 second', lease_number = lease_number + 1
    where id = ${asked.turnId}`.execute(world.database.kysely)
  await vi.waitFor(async () => expect((await turnOf(asked)).state).toBe('interrupted'))
  const turn = await turnOf(asked)
  expect(picturesIn(turn.parts)).toHaveLength(1)
  expect(turn.creditsCharged).toBe(await creditsEach())
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
})

test('ANS-04 B01 a stopping process hands over an answer with some of its pictures: the next makes the others, for one charge', async () => {
  world.model.setFaults([{ fault: 'stall-after=0', model: 'sandbox-painter', times: 1 }])
  const asked = await kim.ask('Three bridges', { ...painter, pictureOptions: { count: 2 } })
  void readEvents(asked.response).catch(() => undefined)
  await vi.waitFor(async () => expect(picturesIn((await turnOf(asked)).parts)).toHaveLength(1))
  const [first] = picturesIn((await turnOf(asked)).parts)
  await world.app.close({ drainMs: 0 })
  expect((await stateOf(asked.turnId)).state).toBe('open')
  await world.restart()
  await vi.waitFor(async () => expect((await turnOf(asked)).state).toBe('answered'))
  const turn = await turnOf(asked)
  const pictures = picturesIn(turn.parts)
  expect(pictures).toHaveLength(2)
  expect(pictures[0]).toEqual(first)
  expect(new Set(pictures.map(({ id }) => id)).size).toBe(2)
  expect(new Set(pictures.map(({ name }) => name)).size).toBe(2)
  expect(turn.creditsCharged).toBeCloseTo(2 * (await creditsEach()), 3)
  expect(requestsForPictures()).toHaveLength(3)
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
})

test('ANS-04 a picture can be sent with the next question without uploading it, and its model changes it', async () => {
  const { parts, chatId, turnId } = await draw('A yellow sun')
  const fileId = (parts[0] as PicturePart).fileId
  const next = await draw('', {
    chatId,
    parentTurnId: turnId,
    ask: {
      kind: 'question',
      messageId: `message_0198c0de-0000-7000-8000-00000000e001`,
      text: 'The same at night',
      attachments: [fileId],
    },
  })
  expect(next.end).toMatchObject({ state: 'answered' })
  expect(next.turn?.question.attachments).toMatchObject([{ id: fileId }])
  const request = requestsForPictures().at(-1)
  expect(request).toMatchObject({ path: '/v1/images/edits', body: { image: 1 } })
  // Earlier messages are background.
  expect(JSON.stringify(request?.body)).toContain('A yellow sun')
})

test('ANS-04 models with vision see earlier pictures; other models get a note of them', async () => {
  const { chatId, turnId, parts } = await draw('A white boat')
  const shown = Buffer.from(
    await (await bytesOf(chatId, (parts[0] as PicturePart).fileId)).arrayBuffer(),
  ).toString('base64')
  for (const modelId of ['test-seeing', 'test-responses', 'test-messages', 'test-model']) {
    world.model.reset()
    world.model.script('*', [{ text: 'White.' }, { finish: 'stop' }])
    const { response } = await kim.ask('Which colour is it?', { chatId, parentTurnId: turnId, modelId })
    await readEvents(response)
    const sent = JSON.stringify(
      world.model.requests().find(({ body }) => JSON.stringify(body).includes('in the room'))?.body,
    )
    expect(sent.includes(shown)).toBe(modelId !== 'test-model')
    expect(sent).toContain('I made a picture and showed it here.')
  }
})

test('MODEL-07 Auto draws with a picture model, answers with a text model, and says why', async () => {
  const drawn = await draw('Draw a black cat', {
    modelId: 'auto',
    pictureOptions: { count: 2, size: '640x480' },
  })
  expect(drawn.turn).toMatchObject({
    modelId: 'test-painter',
    choice: { reason: 'PICTURE' },
    state: 'answered',
  })
  expect(drawn.parts).toHaveLength(2)
  const written = await draw('Why are cats black?', { modelId: 'auto' })
  expect(written.parts).toEqual([])
  expect(written.turn?.pictureOptions).toBeNull()
})

test('MODEL-07 when a picture model fails before its first picture, another draws, for one charge', async () => {
  const { turn, end, parts } = await draw('A lamp', {
    modelId: 'test-painter-with-fallback',
    pictureOptions: { count: 1 },
  })
  expect(turn).toMatchObject({
    modelId: 'test-painter',
    choice: { failed: [{ modelId: 'test-painter-with-fallback' }] },
    pictureOptions: { count: 1, size: '96x64' },
  })
  expect(parts).toHaveLength(1)
  expect(end?.creditsCharged).toBeCloseTo(2 * (await creditsEach()), 3)
})

test('ANS-04 regenerating makes other pictures with the same options', async () => {
  const first = await draw('A door', { pictureOptions: { count: 2, size: '96x64' } })
  const second = await draw('', { chatId: first.chatId, ask: { kind: 'regenerate', turnId: first.turnId } })
  expect(second.turn?.pictureOptions).toEqual(first.turn?.pictureOptions)
  expect(second.parts).toHaveLength(2)
})

test('ANS-04 a picture is visible only to its author in its chat, and is erased with the chat', async () => {
  const { chatId, parts } = await draw('A secret')
  const other = await draw('Another chat')
  const fileId = (parts[0] as PicturePart).fileId
  const bo = await world.signUp({ name: 'Bo Example' })
  expect((await bytesOf(chatId, fileId, bo)).status).toBe(404)
  expect((await bytesOf(other.chatId, fileId)).status).toBe(404)
  const key = await storageKeyOf(fileId)
  expect(await world.app.ports.storage.get(key)).toBeDefined()
  await call('deleteChat', kim.api, { params: { chatId } })
  expect((await bytesOf(chatId, fileId)).status).toBe(404)
  await sql`delete from chat where id = ${chatId}`.execute(world.database.kysely)
  await sql`update attachment set requested_at = now() - interval '25 hours'`.execute(world.database.kysely)
  await sql`insert into pgboss.job (name, data) values (${sweepFiles.name}, '{}')`.execute(
    world.database.kysely,
  )
  await vi.waitFor(async () => expect(await world.app.ports.storage.get(key)).toBeUndefined())
  expect((await bytesOf(other.chatId, (other.parts[0] as PicturePart).fileId)).status).toBe(200)
})

test('CHAT-13 a text model names a chat that begins with a picture', async () => {
  world.model.script('*', [{ text: 'A lighthouse' }, { finish: 'stop' }])
  const { chatId } = await draw('A lighthouse on a rock in a storm, seen from a small boat in the evening')
  await vi.waitFor(async () => expect((await chatOf(chatId)).chatTitle).toBe('A lighthouse'))
})

test('ANS-06 a text model improves the question when a picture model is chosen', async () => {
  world.model.script('*', [{ text: 'A red circle on white paper.' }, { finish: 'stop' }])
  const response = await send(contract.magicWrite, kim.api, {
    body: { shapingId: mintId('shaping'), text: 'red circle', modelId: 'test-painter' },
  })
  expect(await response.text()).toContain('A red circle on white paper.')
})

const storageKeyOf = async (fileId: FileId): Promise<string> => {
  const found = await sql<{ storage_key: string }>`
    select storage_key from attachment where id = ${fileId}`.execute(world.database.kysely)
  return found.rows[0]?.storage_key ?? ''
}
