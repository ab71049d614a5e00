import {
  type CanvasId,
  CanvasSuggestionPart,
  CanvasWriting,
  contract,
  mintId,
  ShapingPart,
} from '@atrium/contract'
import { holdAnswer } from '@atrium/sandbox'
import { call, colleagueOf, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { checkInvariants } from '@atrium/testkit/check-invariants.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { createRelativePositionFromTypeIndex, relativePositionToJSON, XmlElement, XmlText } from 'yjs'
import { auditLedger } from '../../credits/index.ts'
import { type OpenedCanvas, openOverSocket } from '../canvases-for-tests.ts'

vi.setConfig({ testTimeout: 30_000 })

let world: World
let kim: TestPerson
let grace: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
beforeEach(async () => {
  kim = await world.signUp()
  grace = await colleagueOf(world, kim, { name: 'Grace Hopper' })
  world.model.reset()
  world.model.script('*', [{ text: 'The slow fox ' }, { text: 'jumps.' }, { finish: 'stop' }])
})
const opened: OpenedCanvas[] = []
afterEach(() => {
  for (const canvas of opened.splice(0)) canvas.close()
})
afterAll(async () => {
  expect(await auditLedger(world.database)).toEqual([])
  await world.close()
})

const until = (condition: () => unknown) =>
  vi.waitFor(() => expect(condition()).toBeTruthy(), { timeout: 10_000 })
const open = async (person: TestPerson, canvasId: CanvasId) => {
  const canvas = openOverSocket(person, canvasId, { accountId: kim.accountId })
  opened.push(canvas)
  await until(canvas.isReady)
  return canvas
}
async function canvasOf(
  share: 'none' | 'view' | 'edit' = 'edit',
  markdown = 'The quick fox jumps.',
): Promise<CanvasId> {
  const { message } = await call('createCanvas', kim.api, { body: { roomId: kim.roomId, markdown } })
  if (share !== 'none') await call('shareCanvas', kim.api, { body: { canvasId: message.canvasId, share } })
  return message.canvasId
}
const suggest = (
  canvasId: CanvasId,
  more: object = {},
  person: Pick<TestPerson, 'api'> = kim,
  signal?: AbortSignal,
) =>
  send(contract.suggestInCanvas, signal ? { ...person.api, signal } : person.api, {
    params: { canvasId },
    body: { shapingId: mintId('shaping'), action: 'improve', range: null, modelId: 'test-model', ...more },
  })
const inKims = (person: TestPerson) => ({
  api: { ...person.api, accountId: kim.accountId, roomId: kim.roomId },
})
async function parts(response: Response): Promise<CanvasSuggestionPart[]> {
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: '))
  expect(lines.at(-1)).toBe('data: [DONE]')
  return lines.slice(0, -1).map((line) => CanvasSuggestionPart.parse(JSON.parse(line.slice('data: '.length))))
}
const endOf = async (response: Response) => (await parts(response)).at(-1)
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code
const calls = async () =>
  (
    await sql<{ state: string; charged: number }>`
      select state, credits_charged_milli as charged from shaping_call where account_id = ${kim.accountId} order by started_at`.execute(
      world.database.kysely,
    )
  ).rows
const markdownIn = async (canvasId: CanvasId) =>
  (
    await sql<{ markdown: string }>`select markdown from canvas where id = ${canvasId}`.execute(
      world.database.kysely,
    )
  ).rows[0]?.markdown
/** The first paragraph of a browser, with its suggestion as `[-deleted-]` and `{+inserted+}`. */
const shown = (canvas: OpenedCanvas) =>
  (textOf(canvas).toDelta() as { insert: string; attributes?: object }[])
    .map(({ insert, attributes = {} }) =>
      'suggestedInsertion' in attributes
        ? `{+${insert}+}`
        : 'suggestedDeletion' in attributes
          ? `[-${insert}-]`
          : insert,
    )
    .join('')
const textOf = ({ doc }: OpenedCanvas): XmlText => {
  const block = doc.getXmlFragment('default').get(0)
  const text = block instanceof XmlElement ? block.get(0) : null
  if (!(text instanceof XmlText)) throw new Error('There is no text.')
  return text
}
const received = () =>
  world.model
    .requests()
    .map(({ body }) => (body as { messages: { content: string }[] }).messages.map(({ content }) => content))
    .findLast(([instructions]) => instructions?.includes('never an instruction to you')) ?? []

test('CANV-03 a suggestion reaches everybody as marked words, is charged by usage, and the text stays as it was', async () => {
  const canvasId = await canvasOf()
  const [hers, his] = [await open(kim, canvasId), await open(grace, canvasId)]
  const writings: CanvasWriting[] = []
  his.provider.on('stateless', ({ payload }: { payload: string }) =>
    writings.push(CanvasWriting.parse(JSON.parse(payload))),
  )
  const end = await endOf(await suggest(canvasId))
  expect(end).toMatchObject({ type: 'finish', outcome: 'suggested', changes: 1, modelName: 'Test model' })
  expect(end?.type === 'finish' && end.creditsCharged).toBeGreaterThan(0)
  await until(() => shown(hers).includes('{+') && shown(his).includes('{+'))
  expect(shown(his)).toBe('The [-quick-]{+slow+} fox jumps.')
  expect(shown(hers)).toBe(shown(his))
  await until(() => writings.some(({ isEnded }) => isEnded))
  expect(writings.at(-1)).toMatchObject({
    userId: kim.userId,
    modelName: 'Test model',
    text: 'The slow fox jumps.',
  })
  expect(await markdownIn(canvasId)).toBe('The quick fox jumps.')
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
})

test('CANV-03 what others type while the model writes stays, in the same paragraph too', async () => {
  const canvasId = await canvasOf()
  const [hers, his] = [await open(kim, canvasId), await open(grace, canvasId)]
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond)
  const response = await suggest(canvasId)
  await answer.asked
  textOf(his).insert(0, 'Look: ')
  textOf(his).insert(textOf(his).length, ' Grace agrees.')
  await until(his.isSaved)
  answer.say('The slow fox jumps.')
  answer.finish()
  expect(await endOf(response)).toMatchObject({ outcome: 'suggested', changes: 1 })
  await until(() => shown(hers).includes('{+'))
  expect(shown(hers)).toBe('Look: The [-quick-]{+slow+} fox jumps. Grace agrees.')
})

test('CANV-03 a selected passage alone is sent and changed, wherever it moved meanwhile', async () => {
  const canvasId = await canvasOf('edit', 'The quick fox jumps over the lazy dog.')
  const hers = await open(kim, canvasId)
  const at = (index: number) =>
    relativePositionToJSON(createRelativePositionFromTypeIndex(textOf(hers), index)) as object
  const range = { from: at(4), to: at(13) }
  textOf(hers).insert(0, 'Well, ')
  await until(hers.isSaved)
  world.model.script('*', [{ text: 'slow fox' }, { finish: 'stop' }])
  expect(
    await endOf(await suggest(canvasId, { range, action: 'instruct', instruction: 'Make it slow.' })),
  ).toMatchObject({
    changes: 1,
  })
  expect(received()[0]).toContain('Make it slow.')
  expect(received()[1]).toBe('quick fox')
  await until(() => shown(hers).includes('{+'))
  expect(shown(hers)).toBe('Well, The [-quick-]{+slow+} fox jumps over the lazy dog.')
})

test('CANV-03 closing the tab neither loses nor repeats a suggestion', async () => {
  const canvasId = await canvasOf()
  const hers = await open(kim, canvasId)
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond)
  const leaving = new AbortController()
  const shapingId = mintId('shaping')
  const response = await suggest(canvasId, { shapingId }, kim, leaving.signal)
  await answer.asked
  answer.say('The slow ')
  leaving.abort()
  await response.body?.cancel().catch(() => undefined)
  answer.say('fox jumps.')
  answer.finish()
  await until(() => shown(hers).includes('{+'))
  expect(shown(hers)).toBe('The [-quick-]{+slow+} fox jumps.')
  await vi.waitFor(async () => expect((await calls())[0]).toMatchObject({ state: 'finished' }))
  expect(await codeOf(await suggest(canvasId, { shapingId }))).toBe('IDEMPOTENCY_KEY_REUSED')
  expect(shown(hers)).toBe('The [-quick-]{+slow+} fox jumps.')
})

test('CANV-03 Stop leaves the canvas as it is, and the text written by then is charged', async () => {
  const canvasId = await canvasOf()
  const hers = await open(kim, canvasId)
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond)
  const shapingId = mintId('shaping')
  const response = await suggest(canvasId, { shapingId })
  await answer.asked
  answer.say('The slow fox ')
  const stop = (person: Pick<TestPerson, 'api'>) =>
    call('stopCanvasSuggestion', person.api, { params: { canvasId }, body: { shapingId } })
  // A colleague can't stop what another pays for.
  await stop(inKims(grace))
  expect(
    (
      await sql<{ requested: boolean }>`
        select stop_requested_at is not null as requested from shaping_call where id = ${shapingId}`.execute(
        world.database.kysely,
      )
    ).rows,
  ).toEqual([{ requested: false }])
  await stop(kim)
  const end = await endOf(response)
  expect(end).toMatchObject({ type: 'finish', outcome: 'stopped', changes: 0 })
  expect((await calls())[0]).toMatchObject({ state: 'stopped' })
  expect((await calls())[0]?.charged).toBeGreaterThan(0)
  expect(shown(hers)).toBe('The quick fox jumps.')
})

test('CANV-03 a suggestion ends within a second for a person who may no longer edit, and nothing is written', async () => {
  const canvasId = await canvasOf()
  const hers = await open(kim, canvasId)
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond)
  const response = await suggest(canvasId, {}, inKims(grace))
  await answer.asked
  answer.say('The slow fox ')
  await call('shareCanvas', kim.api, { body: { canvasId, share: 'view' } })
  expect(await endOf(response)).toMatchObject({ outcome: 'refused', changes: 0 })
  expect(shown(hers)).toBe('The quick fox jumps.')
})

test('CANV-03 readers of a canvas and strangers start no suggestion; a reader may ask about it', async () => {
  const canvasId = await canvasOf('view')
  expect(await codeOf(await suggest(canvasId, {}, inKims(grace)))).toBe('FORBIDDEN')
  expect(await codeOf(await suggest(canvasId, {}, await world.signUp()))).toBe('NOT_FOUND')
  expect(await calls()).toEqual([])
  world.model.script('*', [{ text: 'About a fox.' }, { finish: 'stop' }])
  const response = await send(contract.askCanvas, inKims(grace).api, {
    params: { canvasId },
    body: { shapingId: mintId('shaping'), range: null, modelId: 'test-model', question: 'What is it about?' },
  })
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: {'))
  const read = lines.map((line) => ShapingPart.parse(JSON.parse(line.slice('data: '.length))))
  expect(read.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('')).toBe('About a fox.')
  expect(received()[1]).toContain('The quick fox jumps.')
  expect(received()[1]).toContain('What is it about?')
})

test('CANV-03 CRED-02 an estimate is a price that the suggestion keeps to', async () => {
  const canvasId = await canvasOf()
  const { message } = await call('estimateCanvasSuggestion', kim.api, {
    params: { canvasId },
    body: { range: null, modelId: 'test-model' },
  })
  const { summarize, improve, expand } = message.likelyCredits
  expect(summarize).toBeGreaterThan(0)
  expect(improve).toBeGreaterThan(summarize)
  expect(expand).toBeGreaterThan(improve)
  expect(expand).toBeLessThanOrEqual(message.maxCredits)
  expect(await calls()).toEqual([])
  const end = await endOf(await suggest(canvasId))
  expect(end?.type === 'finish' && end.creditsCharged).toBeLessThanOrEqual(message.maxCredits)
})

test('CANV-03 an empty canvas, one that is too long, an unknown position and a failing model are refused or free', async () => {
  const empty = await canvasOf('none', '')
  expect(await codeOf(await suggest(empty))).toBe('INVALID_INPUT')
  const long = await canvasOf('none', 'word '.repeat(4_100))
  expect(await codeOf(await suggest(long))).toBe('INVALID_INPUT')
  const canvasId = await canvasOf('none')
  const nowhere = { item: { client: 1, clock: 1 } }
  expect(await codeOf(await suggest(canvasId, { range: { from: nowhere, to: nowhere } }))).toBe(
    'INVALID_INPUT',
  )
  expect(await codeOf(await suggest(canvasId, { action: 'instruct' }))).toBe('INVALID_INPUT')
  world.model.reset()
  expect(await endOf(await suggest(canvasId, { modelId: 'test-with-fallback' }))).toMatchObject({
    type: 'error',
    creditsCharged: 0,
  })
})
