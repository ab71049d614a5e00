import type { UploadForm, UserInfo } from '@atrium/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { png } from '../../files/pictures/pictures-for-tests.ts'
import type { Answer } from '../../identity/identity-for-tests.ts'
import { UsersWorld } from '../users-world.fixture.ts'

let users: UsersWorld
let address: string
beforeAll(async () => {
  users = await UsersWorld.open(inject('databaseHost'))
  address = await users.identity.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => users.close())

const formFor = async (token: string, filename = 'me.png'): Promise<UploadForm> =>
  (
    await users.identity.send(`/api/user/picture/${filename}?content-type=image/png`, undefined, {
      token,
      method: 'GET',
    })
  ).body.data as unknown as UploadForm

/** Over a real connection, where an upload takes time. */
async function post(fields: Record<string, string>, bytes: Buffer) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'me.png')
  const reply = await fetch(`${address}/api/files/upload`, { method: 'POST', body: form })
  const text = await reply.text()
  return { status: reply.status, code: text ? (JSON.parse(text) as { code: string }).code : null }
}
const choose = (token: string, profilePicture: string | null) =>
  users.identity.send('/api/user/info', { profilePicture }, { token, method: 'PATCH' })
const pictureOf = (answer: Answer) => (answer.body as unknown as { message: UserInfo }).message.profilePicture
const get = (url: string) => users.identity.app.inject({ url })

test('AUTH-14 a picture is uploaded by a signed form, set, served at its address, and removed', async () => {
  const { token } = await users.identity.person('picture@example.org')
  const { fields } = await formFor(token.accessToken)
  expect(fields['key']).toMatch(/^picture\/[0-9a-f]{32}\.png$/)
  expect((await post(fields, png)).status).toBe(204)
  const url = pictureOf(await choose(token.accessToken, fields['key'] ?? '')) ?? ''
  expect(url).toBe(`/api/files/${fields['key']}`)
  const shown = await get(url)
  expect(shown).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/png' } })
  expect(shown.headers['cache-control']).toContain('immutable')
  expect(pictureOf(await choose(token.accessToken, null))).toBeNull()
})

test("F03 a picture's form works once, for its own bytes and key, and F05 accepts only pictures", async () => {
  const { token } = await users.identity.person('forms@example.org')
  const { fields } = await formFor(token.accessToken)
  expect((await post(fields, Buffer.from('<svg onload="alert(1)"/>'))).code).toBe('FILE_NOT_SUPPORTED')
  expect((await post({ ...fields, key: `picture/${'a'.repeat(32)}.png` }, png)).code).toBe('UPLOAD_REFUSED')
  expect((await post(fields, png)).status).toBe(204)
  expect((await post(fields, png)).code).toBe('UPLOAD_REFUSED')
  const late = await formFor(token.accessToken)
  users.identity.clock.advance(5 * 60_000 + 1)
  expect((await post(late.fields, png)).code).toBe('UPLOAD_REFUSED')
  expect(
    await users.identity.send('/api/user/picture/me.svg?content-type=image/png', undefined, {
      token: token.accessToken,
      method: 'GET',
    }),
  ).toMatchObject({ status: 415, body: { code: 'FILE_NOT_SUPPORTED' } })
})

test("AUTH-14 nobody can set another person's picture, nor one that has not arrived", async () => {
  const { token } = await users.identity.person('owner-of-picture@example.org')
  const { token: other } = await users.identity.person('thief-of-picture@example.org')
  const { fields } = await formFor(token.accessToken)
  const key = fields['key'] ?? ''
  expect(await choose(token.accessToken, key)).toMatchObject({ status: 400 })
  await post(fields, png)
  expect(await choose(other.accessToken, key)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_INPUT', issues: [{ path: 'body.profilePicture' }] },
  })
  expect((await choose(token.accessToken, key)).status).toBe(200)
})

test('C09 a removed or replaced picture is unreadable at once', async () => {
  const { token } = await users.identity.person('changes@example.org')
  const wear = async () => {
    const { fields } = await formFor(token.accessToken)
    await post(fields, png)
    return pictureOf(await choose(token.accessToken, fields['key'] ?? '')) ?? ''
  }
  const first = await wear()
  expect((await get(first)).statusCode).toBe(200)
  const second = await wear()
  expect((await get(first)).statusCode).toBe(404)
  expect((await get(second)).statusCode).toBe(200)
  await choose(token.accessToken, null)
  expect((await get(second)).statusCode).toBe(404)
})

test('D07 one person has at most twenty unused upload forms for pictures', async () => {
  const { token } = await users.identity.person('greedy@example.org')
  for (let count = 0; count < 20; count += 1) await formFor(token.accessToken)
  const refused = await users.identity.send('/api/user/picture/me.png?content-type=image/png', undefined, {
    token: token.accessToken,
    method: 'GET',
  })
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
})
