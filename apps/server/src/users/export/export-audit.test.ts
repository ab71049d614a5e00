import { call, startWorld, type World } from '@atrium/testkit'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

let world: World
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
afterAll(() => world.close())

test("ACC-08 a request for a data export is in the audit logs of the person's accounts", async () => {
  const kim = await world.signUp()
  await call('requestExport', kim.api, {})
  const { data } = await call('listAudit', kim.api, {
    params: { id: kim.accountId },
    query: { action: 'member.data-exported' },
  })
  expect(data.map(({ actorId, objectId }) => [actorId, objectId])).toEqual([[kim.userId, kim.userId]])
})
