import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { mintId } from '@atrium/contract'
import { createTestClock } from '../../platform/clock.ts'
import { Secret } from '../../platform/config/secret.ts'
import { createAccessTokens } from './access-token.ts'
import { createIdentity } from '../create-identity.ts'
import { seal, unseal } from '../../platform/config/seal.ts'
import { deriveKeys } from '../keys.ts'
import { openSigningKeys } from './signing-keys.ts'

let clone: TestDatabase
beforeAll(async () => {
  clone = await createTestDatabase(inject('databaseHost'))
})
afterAll(() => clone.drop())

const secretOf = (letter: string) => deriveKeys(new Secret(`${letter}Q3vR8mZ1xT6wY0bN5cJ9hL2fG7dS4pA`))
const caller = { userId: mintId('user'), sessionId: mintId('session'), termsAccepted: true }
const dayMs = 24 * 60 * 60 * 1000

test('AUTH-07 nodes that start together share one key, also across a restart, and the private part is stored encrypted', async () => {
  const clock = createTestClock()
  const nodes = [1, 2, 3].map(() => openSigningKeys(clone.database, secretOf('k').sealing, clock))
  const ids = await Promise.all(nodes.map(async (node) => (await node.current()).id))
  expect(new Set(ids).size).toBe(1)
  const { rows } = await clone.database.pool.query('select * from identity_signing_key')
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('"d"')
  expect(
    JSON.parse(unseal(rows[0].private_jwk_sealed, secretOf('k').sealing, rows[0].id) ?? '{}'),
  ).toHaveProperty('d')
})

test('AUTH-07 after 90 days a new key signs; tokens of the old one are valid until they expire, then it is not published', async () => {
  const clock = createTestClock(new Date(Date.now() + dayMs))
  const node = openSigningKeys(clone.database, secretOf('k').sealing, clock)
  const other = openSigningKeys(clone.database, secretOf('k').sealing, clock)
  const before = await node.current()
  await other.current()
  clock.advance(89 * dayMs)
  const tokens = createAccessTokens(node, 'issuer', clock)
  const { accessToken } = await tokens.issue(caller)
  clock.advance(6 * 60 * 1000)
  expect((await node.current()).id).not.toBe(before.id)
  expect(await node.publicKeys()).toHaveLength(2)
  expect(await tokens.verify(accessToken)).toEqual(caller)
  // The other node has not reloaded the keys, and accepts the new key's signature.
  const renewed = await tokens.issue(caller)
  expect(await createAccessTokens(other, 'issuer', clock).verify(renewed.accessToken)).toEqual(caller)
  clock.advance(40 * 60 * 1000)
  expect((await node.publicKeys()).map(({ kid }) => kid)).toEqual([(await node.current()).id])
})

test('S15 a key encrypted under another secret is left alone and another one signs', async () => {
  const clock = createTestClock(new Date(Date.now() + 200 * dayMs))
  const ours = await openSigningKeys(clone.database, secretOf('k').sealing, clock).current()
  const theirs = await openSigningKeys(clone.database, secretOf('z').sealing, clock).current()
  expect(theirs.id).not.toBe(ours.id)
  expect((await openSigningKeys(clone.database, secretOf('k').sealing, clock).current()).id).toBe(ours.id)
})

test('S15 identity does not start without a secret: there is no default', () => {
  for (const secret of [undefined, new Secret('too short')])
    expect(() => deriveKeys(secret)).toThrow(/ATRIUM_SECRET/)
  const ports = {
    configuration: {
      secret: undefined,
      publicUrl: undefined,
      host: '127.0.0.1',
      port: 0,
      mainApiUrl: '/api',
    },
  }
  expect(() => createIdentity(ports as never)).toThrow(/ATRIUM_SECRET/)
})

test('S15 encrypted data decrypts only whole, with its key and in its context', () => {
  const { sealing, codes, refreshCookie } = secretOf('k')
  const sealed = seal('a private key', sealing, 'place')
  expect(unseal(sealed, sealing, 'place')).toBe('a private key')
  expect(unseal(sealed, sealing, 'elsewhere')).toBeNull()
  expect(unseal(sealed, codes, 'place')).toBeNull()
  expect(unseal(`${sealed.slice(0, -4)}AAAA`, sealing, 'place')).toBeNull()
  expect(unseal('short', sealing, 'place')).toBeNull()
  expect(new Set([sealing.toString('base64url'), codes.toString('base64url'), refreshCookie]).size).toBe(3)
})
