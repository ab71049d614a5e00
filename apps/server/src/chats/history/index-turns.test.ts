import type { ChatId, TurnId } from '@atrium/contract'
import { holdAnswer } from '@atrium/sandbox'
import { call, readEvents, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { inSystem } from '../../platform/database/index.ts'
import { eraseQuestionsOfPerson } from './erase-questions-of-person.ts'
import { indexedTurn, indexTurns, readTurnsToIndex, writeIndexed } from './index-turns.ts'

let world: World
let kim: TestPerson

beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
beforeEach(async () => {
  world.model.reset()
  kim = await world.signUp()
})
afterAll(() => world.close())

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await world.database.pool.query<Row>(text, values)).rows
const found = async (words: string, person = kim): Promise<ChatId[]> =>
  (await call('searchChats', person.api, { query: { query: words } })).message.map(({ chatId }) => chatId)
/** How many rows a turn has among the pending ones and in the index. */
const placesOf = async (turnId: TurnId) =>
  (
    await query<{ pending: number; indexed: number }>(
      `select (select count(*)::int from pending_turn where turn_id = $1) as pending,
         (select count(*)::int from chat_words where turn_id = $1) as indexed`,
      [turnId],
    )
  )[0]
async function ask(question: string, more: Parameters<TestPerson['ask']>[1] = {}, person = kim) {
  const asked = await person.ask(question, more)
  await readEvents(asked.response)
  return asked
}
/** Options to poll for what the server does in its own rounds. */
const byItself = { timeout: 30_000, interval: 200 }

/** Rows as of a turn that just ended, without its words. */
async function makePending(turnIds: readonly TurnId[]) {
  await query(`delete from chat_words where turn_id = any($1)`, [turnIds])
  await query(
    `insert into pending_turn (account_id, asked_by, turn_id) select account_id, asked_by, id from turn where id = any($1)
     on conflict do nothing`,
    [turnIds],
  )
}

test('HIST-04 an answer is found soon after it has ended, without anything else being asked', async () => {
  world.model.script('test-model', [{ text: 'A souchong from Wuyi.' }, { finish: 'stop' }])
  const { chatId, turnId } = await ask('Which keemun is smoked?')
  await expect.poll(() => found('keemun souchong'), byItself).toEqual([chatId])
  expect(await placesOf(turnId)).toEqual({ pending: 0, indexed: 1 })
})

test('HIST-04 a question whose answer takes long is found before that, and with its answer at the end', async () => {
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond)
  const { response, chatId, turnId } = await kim.ask('Which lapsang is oldest?')
  await answer.asked
  await indexTurns(world.database)
  expect(await placesOf(turnId)).toEqual({ pending: 1, indexed: 0 })
  await query(`update turn set started_at = now() - interval '11 seconds' where id = $1`, [turnId])
  await expect.poll(() => found('lapsang'), byItself).toEqual([chatId])
  expect(await placesOf(turnId)).toEqual({ pending: 1, indexed: 1 })
  answer.say('The bohea.')
  answer.finish()
  await readEvents(response)
  await expect.poll(() => found('lapsang bohea'), byItself).toEqual([chatId])
  await expect.poll(() => placesOf(turnId), byItself).toEqual({ pending: 0, indexed: 1 })
})

test('HIST-04 failed and stopped answers are found by their question and by what was written', async () => {
  world.model.script('test-model', [{ text: 'A gunpowder, perhaps' }, { drop: true }])
  const failed = await ask('Which chunmee is green?')
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond)
  const stopped = await kim.ask('Which biluochun is curled?')
  await answer.asked
  answer.say('A longjing is flat.')
  await expect
    .poll(
      async () =>
        (
          await query<{ n: number }>(
            `select count(*)::int as n from turn_log where turn_id = $1 and events like '%longjing%'`,
            [stopped.turnId],
          )
        )[0]?.n,
    )
    .toBeGreaterThan(0)
  await call('stopAnswer', kim.api, { params: { turnId: stopped.turnId } })
  await readEvents(stopped.response)
  await expect.poll(() => found('chunmee'), byItself).toEqual([failed.chatId])
  await expect.poll(() => found('biluochun longjing'), byItself).toEqual([stopped.chatId])
})

test('a temporary chat is never indexed, and its turn does not stay pending', async () => {
  const { turnId } = await ask('Which tea is secret?', { isTemporary: true })
  await expect.poll(() => placesOf(turnId), byItself).toEqual({ pending: 0, indexed: 0 })
})

test('turns left by an ended process are indexed once each, by however many processes at the same time', async () => {
  const { chatId, turnId } = await ask('Which tea is first?')
  const turnIds = [turnId]
  for (let number = 0; number < 4; number += 1)
    turnIds.push(
      (await ask(`Tea number ${number}?`, { chatId, parentTurnId: turnIds.at(-1) ?? turnId })).turnId,
    )
  await makePending(turnIds)
  await Promise.all([0, 1, 2].map(() => indexTurns(world.database)))
  await expect
    .poll(async () => await Promise.all(turnIds.map(placesOf)), byItself)
    .toEqual(turnIds.map(() => ({ pending: 0, indexed: 1 })))
})

test('a text of more words than the index can hold is found by its first words', async () => {
  const [huge, other] = [await ask('Which tea is huge?'), await ask('Which tea is other?')]
  // Words of sixty letters of three bytes each.
  await query(
    `update turn set parts = jsonb_build_array(jsonb_build_object('type', 'text', 'id', 'text-1', 'text', (
       select string_agg(repeat('क', 40) || translate(lpad(n::text, 20, '0'), '0123456789', 'खगघचछजझटठड'), ' ')
       from generate_series(1, 20000) as n)))
     where id = $1`,
    [huge.turnId],
  )
  await makePending([huge.turnId, other.turnId])
  for (const { turnId } of [huge, other])
    await expect.poll(() => placesOf(turnId), byItself).toEqual({ pending: 0, indexed: 1 })
  // Beyond 1 MB the words would be garbled, without an error.
  const [words] = await query<{ text: string }>(
    'select words::text as text from chat_words where turn_id = $1',
    [huge.turnId],
  )
  expect(words?.text).toMatch(/'क{40}ख{15}/)
})

test('a chat that is being erased does not hold up the others', async () => {
  const kept = await ask('Which sencha is kept?')
  const erased = await ask('Which sencha is erased?')
  const eraser = await world.database.pool.connect()
  try {
    await eraser.query('begin')
    await eraser.query('select from chat where id = $1 for update', [erased.chatId])
    await makePending([kept.turnId, erased.turnId])
    await indexTurns(world.database)
    await expect.poll(() => placesOf(kept.turnId), byItself).toEqual({ pending: 0, indexed: 1 })
    expect(await placesOf(erased.turnId)).toEqual({ pending: 1, indexed: 0 })
    await eraser.query('delete from chat where id = $1', [erased.chatId])
    await eraser.query('commit')
  } finally {
    eraser.release()
  }
  expect(await placesOf(erased.turnId)).toEqual({ pending: 0, indexed: 0 })
})

test('a chat whose turns are being indexed is asked and answered meanwhile', async () => {
  world.model.script('*', [{ text: 'Shincha.' }, { finish: 'stop' }])
  const { chatId, turnId } = await ask('Which sencha is first?')
  const indexer = await world.database.pool.connect()
  try {
    await indexer.query('begin')
    await indexer.query('select from chat where id = $1 for key share', [chatId])
    const next = await ask('And second?', { chatId, parentTurnId: turnId })
    const ended = await query<{ state: string }>('select state from turn where id = $1', [next.turnId])
    expect(ended).toEqual([{ state: 'answered' }])
  } finally {
    await indexer.query('rollback')
    indexer.release()
  }
})

/** A question of Kim in a chat of Mai that is pending, while the server's own rounds index nothing. */
async function askUnindexed() {
  const mai = await world.signUp()
  const { turnId } = await ask('My unmistakable question')
  await query(`update chat set owner_id = $2 where id = (select chat_id from turn where id = $1)`, [
    turnId,
    mai.userId,
  ])
  const pause = await world.database.pool.connect()
  await pause.query(`select pg_advisory_lock(hashtextextended('words of turns', 0))`)
  let isPaused = true
  const endPause = async () => {
    if (!isPaused) return
    isPaused = false
    await pause.query('select pg_advisory_unlock_all()')
    pause.release()
  }
  await makePending([turnId])
  return { turnId, mai, endPause, [Symbol.asyncDispose]: endPause }
}

test('C09 a question that is erased between reading and indexing it leaves no words', async () => {
  await using unindexed = await askUnindexed()
  const { turnId } = unindexed
  const read = await inSystem(world.database, readTurnsToIndex)
  const turn = read.find((one) => one.turnId === turnId)
  expect(turn?.question).toBe('My unmistakable question')
  await eraseQuestionsOfPerson(world.database, kim.userId)
  await inSystem(world.database, (trx) => writeIndexed(trx, read.map(indexedTurn)))
  await unindexed.endPause()
  await expect.poll(() => placesOf(turnId), byItself).toEqual({ pending: 0, indexed: 1 })
  const { words } =
    (await query<{ words: string }>('select words from chat_words where turn_id = $1', [turnId]))[0] ?? {}
  expect(words).not.toContain('unmistak')
})

test('C09 the words of an erased question are gone even if they are being indexed at that moment', async () => {
  await using unindexed = await askUnindexed()
  const { turnId, mai } = unindexed
  const indexer = await world.database.pool.connect()
  try {
    await indexer.query('begin')
    await indexer.query('select from pending_turn where turn_id = $1 for update', [turnId])
    let isErased = false
    const erasing = eraseQuestionsOfPerson(world.database, kim.userId).then(() => (isErased = true))
    await expect
      .poll(
        async () =>
          (await query<{ n: number }>(`select count(*)::int as n from pg_locks where not granted`))[0]?.n,
      )
      .toBeGreaterThan(0)
    expect(isErased).toBe(false)
    await indexer.query(
      `insert into chat_words (account_id, chat_id, turn_id, owner_id, words)
       select account_id, chat_id, id, $2, to_tsvector('simple', 'unmistakable') from turn where id = $1`,
      [turnId, mai.userId],
    )
    await indexer.query('delete from pending_turn where turn_id = $1', [turnId])
    await indexer.query('commit')
    await erasing
  } finally {
    indexer.release()
  }
  expect(await placesOf(turnId)).toEqual({ pending: 0, indexed: 0 })
})
