import { call, colleagueOf, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { uploadContextFile } from '@atrium/testkit/upload-context-file.ts'
import { contract } from '@atrium/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

let world: World
let kim: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  kim = await world.signUp({ name: 'Kim Example' })
})
afterAll(() => world.close())

const stepsOf = async (person: TestPerson) => (await call('getFirstSteps', person.api)).message

test('a new account has no first step done; each is ticked once it happens, and the list closes for good', async () => {
  const none = { hasInvited: false, hasFile: false, hasUsedTemplate: false, isDismissed: false }
  expect(await stepsOf(kim)).toEqual(none)

  const { data: library } = await call('listPrompts', kim.api, { query: { source: 'atrium' } })
  const promptId = library[0]?.promptId
  if (!promptId) throw new Error('Atrium has templates of its own.')
  await call('starPrompt', kim.api, { params: { promptId }, body: { starred: true } })
  expect(await stepsOf(kim)).toEqual(none)
  await call('usePrompt', kim.api, { params: { promptId }, body: { values: {} } })
  expect(await stepsOf(kim)).toEqual({ ...none, hasUsedTemplate: true })

  await uploadContextFile(kim.api, { name: 'tea.txt', bytes: Buffer.from('Green tea.') })
  expect(await stepsOf(kim)).toEqual({ ...none, hasUsedTemplate: true, hasFile: true })

  await call('inviteMember', kim.api, {
    params: { id: kim.accountId },
    body: { email: 'ada@example.org', role: 'member' },
  })
  const done = { hasInvited: true, hasFile: true, hasUsedTemplate: true, isDismissed: false }
  expect(await stepsOf(kim)).toEqual(done)

  for (const _ of [1, 2])
    expect((await call('dismissFirstSteps', kim.api)).message).toEqual({ ...done, isDismissed: true })
  expect(await stepsOf(kim)).toEqual({ ...done, isDismissed: true })
})

test('the list is of admins: a member has none, and another admin closes their own', async () => {
  const bo = await colleagueOf(world, kim, { name: 'Bo Björk' })
  expect((await send(contract.getFirstSteps, bo.api)).status).toBe(403)
  expect((await send(contract.dismissFirstSteps, bo.api)).status).toBe(403)
  await call('changeMember', kim.api, {
    params: { id: kim.accountId },
    body: { userId: bo.userId, role: 'admin' },
  })
  expect(await stepsOf(bo)).toEqual({
    hasInvited: true,
    hasFile: true,
    hasUsedTemplate: false,
    isDismissed: false,
  })
})
