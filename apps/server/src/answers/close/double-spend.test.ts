import { holdAnswer } from '@atrium/sandbox'
import { checkInvariants, readEvents, startWorld, textOf, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

let world: World
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
afterAll(async () => {
  expect(await checkInvariants(world.database, { acknowledged: [], seen: [] })).toEqual([])
  await world.close()
})
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

test('P01 with credits for exactly one question, one of 100 concurrent questions is accepted', async () => {
  const poor = await world.signUp({ name: 'Pia Poor' })
  const answer = holdAnswer()
  world.model.script('test-model', answer.respond)
  const probe = await poor.ask('How dear?')
  await answer.asked
  const held = await sql<{
    held_milli: number
  }>`select held_milli from credit_hold where turn_id = ${probe.turnId}`.execute(world.database.kysely)
  answer.say('x')
  answer.finish()
  await readEvents(probe.response)
  const need = held.rows[0]?.held_milli ?? 0
  await sql`with left_over as (
      insert into credit_entry (account_id, holder, kind, amount_milli, reference)
      select account_id, holder, 'expire', ${need} - available_milli, 'test:spend' from credit_balance where account_id = ${poor.accountId} returning holder)
    update credit_balance set available_milli = ${need} where account_id = ${poor.accountId}`.execute(
    world.database.kysely,
  )

  const second = holdAnswer()
  world.model.reset()
  world.model.script('test-model', second.respond)
  const replies = await Promise.all(Array.from({ length: 100 }, () => poor.ask('How dear?')))
  const admitted = replies.filter(({ response }) => response.status === 200)
  const refused = await Promise.all(
    replies.filter(({ response }) => response.status !== 200).map(({ response }) => codeOf(response)),
  )
  expect(admitted).toHaveLength(1)
  expect(refused).toHaveLength(99)
  expect(new Set(refused)).toEqual(new Set(['CREDITS_EXHAUSTED']))
  await second.asked
  expect(world.model.requests().filter(({ question }) => question === 'How dear?')).toHaveLength(1)
  second.say('Mine.')
  second.finish()
  expect(textOf((await readEvents(admitted[0]?.response as Response)).events)).toBe('Mine.')
})
