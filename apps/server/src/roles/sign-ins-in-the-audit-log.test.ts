import { mintId } from '@atrium/contract'
import { ApiFailure, call } from '@atrium/testkit/api-client.ts'
import { startWorld, type TestPerson, type World } from '@atrium/testkit/world.ts'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'

let world: World
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
afterAll(() => world.close())

const signIn = ({ email }: Pick<TestPerson, 'email'>, password: string) =>
  call('signIn', { url: world.url }, { body: { email, password } }).then(
    () => 'Signed in',
    (error: unknown) => (error instanceof ApiFailure ? error.reply.code : String(error)),
  )
const signInsIn = async (owner: TestPerson) =>
  (
    await call('listAudit', owner.api, {
      params: { id: owner.accountId },
      query: { page: '1', page_size: '50' },
    })
  ).data
    .filter(({ action }) => action.startsWith('sign-in.'))
    .map(({ action, actorId, details }) => ({ action, actorId, ...details }))

test("C03 sign-ins and refused ones are in the audit log of each of the person's accounts, and in no other", async () => {
  const [owner, other, stranger] = [await world.signUp(), await world.signUp(), await world.signUp()]
  const person = await world.signUp({ withAccount: false })
  for (const { accountId } of [owner, other])
    await world.database.kysely
      .insertInto('membership')
      .values({ account_id: accountId, user_id: person.userId, role: 'member' })
      .execute()
  expect(await signIn(person, 'Wrong-Kettle_47')).toBe('INVALID_CREDENTIALS')
  expect(await signIn(person, person.password)).toBe('Signed in')
  const nobody = { email: `${mintId('user').slice(-12)}@example.com` }
  expect(await signIn(nobody, 'Wrong-Kettle_47')).toBe('INVALID_CREDENTIALS')
  const network = '127.0.0.0/24'
  for (const admin of [owner, other])
    await vi.waitFor(
      async () =>
        expect((await signInsIn(admin)).toReversed()).toEqual([
          { action: 'sign-in.refused', actorId: person.userId, network },
          { action: 'sign-in.succeeded', actorId: person.userId, network },
        ]),
      { timeout: 20_000 },
    )
  expect(await signInsIn(stranger)).toEqual([])
})
