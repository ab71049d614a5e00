import { mintId } from '@atrium/contract'
import { isRunning } from '@atrium/server/platform/postgres/server-process.ts'
import { checkInvariants } from '@atrium/testkit'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ask } from './browser.ts'
import { CampaignWorld } from './campaign-world.ts'
import { gatherPeople, killRound, within } from './kill-round.ts'

let world: CampaignWorld
beforeAll(async () => {
  world = await CampaignWorld.start({ databaseHost: inject('databaseHost'), kind: 'built-in' })
}, 120_000)
afterAll(() => world.close())

test('B13 the database restarts while answers stream: the process survives, work resumes within 10 seconds, no text is lost', async () => {
  const kim = await world.signUp('Kim Restart')
  const question = 'What happens while the database is away?'
  const answer = world.director.hold(question)
  const asked = ask(world, kim, question)
  await answer.asked
  answer.say('Before, ')
  await asked.until(() => asked.text() === 'Before, ')

  const killed = world.databasePid()
  process.kill(killed, 'SIGQUIT')
  const awaySince = Date.now()
  await expect.poll(() => isRunning(killed)).toBe(false)
  answer.say('meanwhile, ')
  answer.say('still meanwhile, ')
  const meanwhile = ask(world, kim, 'Asked while it was away?')
  await within(
    10_000,
    asked.until(() => asked.text().endsWith('still meanwhile, ')),
    'an append',
  )
  await within(10_000, meanwhile.until(meanwhile.accepted), 'an acknowledgement')
  expect((Date.now() - awaySince) / 1000).toBeLessThanOrEqual(10)

  // Once more at the end.
  process.kill(world.databasePid(), 'SIGQUIT')
  answer.say('and after.')
  answer.finish()
  await within(20_000, Promise.all([asked.done, meanwhile.done]), 'the end')
  expect(asked.text()).toBe('Before, meanwhile, still meanwhile, and after.')
  expect([asked.end()?.state, meanwhile.end()?.state]).toEqual(['answered', 'answered'])
  expect(world.isAlive).toBe(true)
  expect(await checkInvariants(world.database, { ...world.witness, asked: world.director.asked })).toEqual([])
})

test('B01 B03 B05 B07 kill -9 with the built-in database, which lives on or is killed as well', async () => {
  const people = await gatherPeople(world)
  for (const killsDatabase of [false, true]) {
    const { steps, violations } = await killRound(world, people, {
      label: `Built-in ${mintId('turn')}`,
      killsDatabase,
    })
    expect(steps.flatMap(({ wrong }) => wrong)).toEqual([])
    expect(violations).toEqual([])
  }
})
