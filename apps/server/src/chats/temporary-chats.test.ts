import { type ChatId, contract, type FileId, mintId, type TurnId } from '@atrium/contract'
import {
  ApiFailure,
  call,
  checkInvariants,
  readEvents,
  send,
  startWorld,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { indexAnswers } from '@atrium/testkit/index-answers.ts'
import { holdAnswer } from '@atrium/sandbox'
import { postForm } from '@atrium/testkit/upload-context-file.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { holdCredits, settleHold } from '../credits/index.ts'
import { inTenant } from '../platform/database/index.ts'
import { png } from '../files/pictures/pictures-for-tests.ts'

let world: World
let kim: TestPerson

beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
beforeEach(async () => {
  world.model.reset()
  world.model.script('*', [{ text: 'Lapsang is smoked over pinewood.' }, { finish: 'stop' }])
  kim = await world.signUp()
})
afterAll(() => world.close())

const askTemporarily = async (question: string) => {
  const asked = await kim.ask(question, { isTemporary: true })
  await readEvents(asked.response)
  return asked
}
const read = (chatId: ChatId) => call('getChat', kim.api, { params: { chatId } })
const leave = (chatId: ChatId) => call('leaveTemporaryChat', kim.api, { params: { chatId } })
const codeOf = (calling: Promise<unknown>) =>
  calling.then(
    () => 'ok',
    (error: unknown) => (error instanceof ApiFailure ? error.reply.code : String(error)),
  )

/** The tables of the whole database that contain a text, in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
    world.database.kysely,
  )
  const found = []
  for (const { name } of tables.rows) {
    const rows = await sql`
      select from ${sql.raw(name)} as found where found::text ilike ${`%${text}%`} limit 1`.execute(
      world.database.kysely,
    )
    if (rows.rows.length > 0) found.push(name)
  }
  return found.toSorted()
}
const isGone = (chatId: ChatId) => expect.poll(async () => await tablesWith(chatId)).toEqual([])

test('a temporary chat that is left leaves no trace in any table but its charge', async () => {
  const { chatId, turnId } = await askTemporarily('How is lapsang souchong made?')
  const { message: chat } = await read(chatId)
  expect(chat.isTemporary).toBe(true)
  // After every action in it: rating, modifiers, follow-ups, marking as seen, summarizing.
  await call('rateAnswer', kim.api, { params: { chatId, turnId }, body: { rating: 'up' } })
  await call('changeChat', kim.api, { params: { chatId }, body: { modifiers: { tone: 'Formal' } } })
  await call('markChatSeen', kim.api, { params: { chatId } })
  await call('suggestFollowups', kim.api, { body: { shapingId: mintId('shaping'), turnId } })
  const next = await kim.ask('And where does keemun come from?', { chatId, parentTurnId: turnId })
  await readEvents(next.response)
  await call('summariseChat', kim.api, {
    params: { chatId },
    body: { lastTurnId: next.turnId, modelId: 'test-model' },
  })
  expect(await tablesWith('pinewood')).toContain('public.chat_summary')
  const messageIds = (await read(chatId)).message.turns.map(({ question }) => question.messageId)
  expect(await tablesWith('souchong')).toContain('public.message')
  expect(await tablesWith(turnId)).toContain('public.turn_log')

  await leave(chatId)
  await isGone(chatId)
  for (const text of [...messageIds, 'souchong', 'keemun', 'pinewood'])
    expect(await tablesWith(text), text).toEqual([])
  for (const id of [turnId, next.turnId])
    expect(await tablesWith(id)).toEqual(['public.credit_entry', 'public.credit_hold'])
  const charged = await sql<{ sum: number }>`
    select sum(charged_milli)::int as sum from credit_hold where turn_id in (${turnId}, ${next.turnId})`.execute(
    world.database.kysely,
  )
  expect(charged.rows[0]?.sum).toBeGreaterThan(0)
})

test('the ledger of an erased temporary chat is sound, one with a hold for a missing turn is not', async () => {
  const { chatId, turnId } = await askTemporarily('How is lapsang souchong made?')
  await leave(chatId)
  await isGone(chatId)
  const charged = await sql<{
    state: string
  }>`select state from credit_hold where turn_id = ${turnId}`.execute(world.database.kysely)
  expect(charged.rows).toEqual([{ state: 'settled' }])
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])

  const lost = { accountId: kim.accountId, turnId: mintId('turn') }
  await inTenant(world.database, kim, (trx) =>
    holdCredits(trx, { ...lost, userId: kim.userId, amountMilli: 5, kind: 'question', roomId: null }),
  )
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] }, { settled: false })).toEqual([
    { invariant: 'I3', what: `${lost.turnId} is held for without a turn or a call` },
  ])
  await inTenant(world.database, kim, (trx) => settleHold(trx, { ...lost, chargeMilli: 0, modelId: null }))
})

test('the pictures of a temporary chat are erased with it, unless another question uses them', async () => {
  const upload = async () => {
    const { data: form } = await call('getAttachmentForm', kim.api, {
      query: { filename: 'tea.png', 'content-type': 'image/png' },
    })
    expect((await postForm(world.url, form, png)).ok).toBe(true)
    return form.file_id
  }
  const [own, shared] = [await upload(), await upload()]
  const askWith = async (attachments: FileId[], isTemporary: boolean) => {
    const asked = await kim.ask('', {
      isTemporary,
      modelId: 'test-seeing',
      ask: { kind: 'question', messageId: mintId('message'), text: 'What is on it?', attachments },
    })
    await readEvents(asked.response)
    return asked
  }
  await askWith([shared], false)
  const { chatId } = await askWith([own, shared], true)
  const statusOf = async (fileId: FileId) =>
    (await send(contract.openAttachment, kim.api, { params: { fileId } })).status
  expect([await statusOf(own), await statusOf(shared)]).toEqual([200, 200])
  await leave(chatId)
  await isGone(chatId)
  expect(await tablesWith(own)).toEqual([])
  expect([await statusOf(own), await statusOf(shared)]).toEqual([404, 200])
})

test('a temporary chat is in no list, search or data export, and gets no title', async () => {
  const { chatId } = await askTemporarily('How is lapsang souchong made?')
  for (const scope of ['all', 'mine', 'starred'] as const)
    expect((await call('listHistory', kim.api, { query: { scope } })).count).toBe(0)
  expect((await call('listRecentChats', kim.api, { query: {} })).message).toEqual([])
  expect((await call('listUnseenChats', kim.api, { query: {} })).message).toEqual([])
  await indexAnswers(world.database)
  expect((await call('searchChats', kim.api, { query: { query: 'souchong' } })).count).toBe(0)
  expect(await tablesWith('souchong')).toEqual(['public.chat', 'public.message'])
  expect((await tablesWith(chatId)).filter((name) => name.startsWith('pgboss'))).toEqual([])
})

test('a temporary chat cannot be named, starred, labelled, moved, deleted into the bin or restored', async () => {
  const { chatId } = await askTemporarily('Tea?')
  const refused = [
    () => call('changeChat', kim.api, { params: { chatId }, body: { chatTitle: 'Tea' } }),
    () => call('deleteChat', kim.api, { params: { chatId } }),
    () => call('changeChats', kim.api, { body: { action: 'star', chatIds: [chatId], isStarred: true } }),
    () => call('changeChats', kim.api, { body: { action: 'label', chatIds: [chatId], add: [], remove: [] } }),
    () => call('changeChats', kim.api, { body: { action: 'move', chatIds: [chatId], roomId: kim.roomId } }),
    () => call('changeChats', kim.api, { body: { action: 'delete', chatIds: [chatId] } }),
  ]
  for (const refusal of refused) expect(await codeOf(refusal())).toBe('NOT_FOUND')
  await leave(chatId)
  expect(await codeOf(call('restoreChat', kim.api, { params: { chatId } }))).toBe('NOT_FOUND')
  const { chatId: ordinary, response } = await kim.ask('Coffee?')
  await readEvents(response)
  expect(await codeOf(leave(ordinary))).toBe('NOT_FOUND')
  expect(await codeOf(read(ordinary))).toBe('ok')
})

test('a running answer of a temporary chat can be reconnected to, and leaving stops it before it is erased', async () => {
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond)
  const { chatId, turnId, response } = await kim.ask('How is it made?', { isTemporary: true })
  await answer.asked
  answer.say('Lapsang')
  await expect
    .poll(async () => (await read(chatId)).message.turns[0]?.parts)
    .toMatchObject([{ text: 'Lapsang' }])
  await leave(chatId)
  expect(await codeOf(read(chatId))).toBe('NOT_FOUND')
  await response.body?.cancel()
  await expect.poll(async () => await openTurns(turnId)).toBe(0)
  await isGone(chatId)
})

test('a temporary chat without a question for a day is erased, one of today is not', async () => {
  const [old, fresh] = [await askTemporarily('Old tea?'), await askTemporarily('Fresh tea?')]
  await sql`update chat set asked_at = now() - interval '25 hours' where id = ${old.chatId}`.execute(
    world.database.kysely,
  )
  // The job runs every minute; leaving another chat runs it now.
  await leave((await askTemporarily('Tea to go?')).chatId)
  await isGone(old.chatId)
  expect((await read(fresh.chatId)).message.turns).toHaveLength(1)
})

test('I3 an expired temporary chat keeps a running answer until it has ended and is charged', async () => {
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond)
  const { chatId, turnId, response } = await kim.ask('How is it made?', { isTemporary: true })
  await answer.asked
  await sql`update chat set asked_at = now() - interval '25 hours' where id = ${chatId}`.execute(
    world.database.kysely,
  )
  // One job erases everything that is due, the oldest first.
  world.model.script('test-model', [{ text: 'Hot.' }, { finish: 'stop' }])
  const leaveAnother = async () => {
    const other = await askTemporarily('Tea to go?')
    await leave(other.chatId)
    await isGone(other.chatId)
  }
  await leaveAnother()
  expect(await openTurns(turnId)).toBe(1)
  answer.say('Slowly.')
  answer.finish()
  await readEvents(response)
  await expect.poll(async () => await openTurns(turnId)).toBe(0)
  await leaveAnother()
  await isGone(chatId)
  const paid = await sql<{ charged: number }>`
    select charged_milli::int as charged from credit_hold where turn_id = ${turnId}`.execute(
    world.database.kysely,
  )
  expect(paid.rows[0]?.charged).toBeGreaterThan(0)
})

async function openTurns(turnId: TurnId): Promise<number> {
  const found = await sql`select from turn where id = ${turnId} and state = 'open'`.execute(
    world.database.kysely,
  )
  return found.rows.length
}
