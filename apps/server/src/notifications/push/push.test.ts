import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contract, mintId, type PushKind } from '@atrium/contract'
import { call, colleagueOf, readEvents, send, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { research, untilJobIs } from '../../agent-jobs/jobs-for-tests.ts'
import { createSafeFetch, type SafeFetch } from '../../platform/egress/index.ts'
import type { PushMessage } from './deliver-push.ts'

/** Stands in for the push services of browsers: takes what is sent over HTTP, as RFC 8030 says, and decrypts it as a browser does. */
const service = createServer((request, reply) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
    reply.writeHead(replies.shift() ?? 201).end()
  })
})
let received: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = []
let replies: number[] = []
const host = 'push.example'
/** Connects to the stand-in for its host, and refuses other addresses as the product does. */
const pushFetch: SafeFetch = async (url, options) => {
  const { hostname, pathname } = new URL(url)
  if (hostname !== host) return await createSafeFetch()(url, options)
  const { port } = service.address() as AddressInfo
  return (await fetch(`http://127.0.0.1:${port}${pathname}`, options as RequestInit)) as never
}

let world: World
let kim: TestPerson
let bo: TestPerson
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  world = await startWorld({ databaseHost: inject('databaseHost'), pushFetch })
  world.model.script('*', [{ text: 'Tea.' }, { finish: 'stop' }])
})
beforeEach(async () => {
  received = []
  replies = []
  kim = await world.signUp({ name: 'Kim Example' })
  bo = await colleagueOf(world, kim, { name: 'Bo {{room}} Björk' })
})
afterAll(async () => {
  await world.close()
  service.close()
})

/** A browser that subscribed at the stand-in: its keys, and what it was sent. */
function browser(path = `/send/${randomBytes(8).toString('hex')}`) {
  const curve = createECDH('prime256v1')
  const publicKey = curve.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: {
      endpoint: `https://${host}${path}`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    messages: () =>
      received
        .filter((one) => one.path === path)
        .map(({ body }): PushMessage => JSON.parse(decrypted(body, { curve, publicKey, auth }).toString())),
    requests: () => received.filter((one) => one.path === path),
  }
}

/** RFC 8188 with the keys of RFC 8291: one record. */
function decrypted(
  body: Buffer,
  { curve, publicKey, auth }: { curve: ReturnType<typeof createECDH>; publicKey: Buffer; auth: Buffer },
): Buffer {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const derive = (from: Buffer, key: Buffer, info: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', from, key, info, bytes))
  const input = derive(
    curve.computeSecret(sender),
    auth,
    Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]),
    32,
  )
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(input, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(input, salt, 'Content-Encoding: nonce\0', 12),
  ).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2))
}

const choose = (person: TestPerson, subscription: object, kinds: PushKind[]) =>
  send(contract.changeOwnPush, person.api, { body: { subscription, kinds } as never })
async function subscribed(person: TestPerson, kinds: PushKind[], path?: string) {
  const one = browser(path)
  expect((await choose(person, one.subscription, kinds)).status).toBe(200)
  return one
}
const sharedChat = async (person: TestPerson) => {
  const asked = await person.ask('Which is older, tea or coffee?')
  await readEvents(asked.response)
  await call('shareChat', person.api, { params: { chatId: asked.chatId }, body: { share: 'open' } })
  return asked
}
const mention = async (by: TestPerson, person: TestPerson, more: Parameters<TestPerson['ask']>[1] = {}) => {
  const text = '@Someone what of the merger?'
  const mentions = [{ kind: 'person' as const, id: person.userId, start: 0, length: 8 }]
  const ask = { kind: 'question' as const, messageId: mintId('message'), text, mentions }
  const asked = await by.ask('', { ask, ...more })
  await readEvents(asked.response)
  return asked
}
const until = <Result>(check: () => Result | Promise<Result>) => vi.waitFor(check, { timeout: 20_000 })
/** Resolves when no push waits to be sent. */
const untilSent = () =>
  until(async () => {
    const waiting = await sql<{ count: number }>`
      select count(*)::int as count from pgboss.job where name = 'send-push' and state in ('created', 'active', 'retry')`.execute(
      world.database.kysely,
    )
    expect(waiting.rows[0]?.count).toBe(0)
  })

test('CHAT-08 a mention reaches the browsers that want mentions, encrypted, with names and nothing of the question', async () => {
  const phone = await subscribed(kim, ['mention'])
  await mention(bo, kim)
  await until(() => expect(phone.messages()).toHaveLength(1))
  expect(phone.messages()).toEqual([
    {
      title: '\u2068Bo {{room}}\u2069 mentioned you',
      body: "In \u2068General\u2069. The chat is private; ask what it's about.",
      tag: expect.stringMatching(/^mention_/),
      path: '/chat',
      lang: 'en',
      dir: 'ltr',
    },
  ])
  expect(received[0]?.body.toString('latin1')).not.toMatch(/mentioned|General|merger/)
})

test('every push carries a signature of this installation that its service can verify, and times out after a day', async () => {
  const phone = await subscribed(kim, ['mention'])
  await mention(bo, kim)
  await until(() => expect(phone.requests()).toHaveLength(1))
  const [request] = phone.requests()
  expect(request?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(request?.headers.authorization ?? '') ?? []
  const { data } = await call('getOwnPush', kim.api)
  expect(key).toBe(data.publicKey)
  const [head = '', claims = '', signature = ''] = (token ?? '').split('.')
  const point = Buffer.from(data.publicKey, 'base64url')
  const coordinate = (start: number) => point.subarray(start, start + 32).toString('base64url')
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) },
    format: 'jwk',
  })
  const signed = Buffer.from(`${head}.${claims}`)
  const bytes = Buffer.from(signature, 'base64url')
  expect(verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes)).toBe(true)
  const { aud, sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, string>
  expect([aud, Number(exp) * 1000 > Date.now()]).toEqual([`https://${host}`, true])
  expect(sub).toMatch(/^(mailto|https):/)
})

test('an answer to a colleague in a shared chat reaches its owner, who opens it there; not the one who asked, and nobody who left', async () => {
  const { chatId, turnId } = await sharedChat(kim)
  const ofKim = await subscribed(kim, ['question'])
  const ofBo = await subscribed(bo, ['question'])
  const asked = await bo.ask('And oolong?', { chatId, parentTurnId: turnId })
  await readEvents(asked.response)
  await until(() => expect(ofKim.messages()).toHaveLength(1))
  expect(ofKim.messages()[0]).toMatchObject({
    title: '\u2068Bo {{room}}\u2069 got an answer in a shared chat',
    body: expect.stringMatching(/\nGeneral$/),
    path: `/chat/${chatId}?turn=${asked.turnId}`,
    tag: chatId,
  })
  await call('removeMember', kim.api, { params: { id: kim.accountId }, query: { userId: bo.userId } })
  const more = await kim.ask('And pu-erh?', { chatId, parentTurnId: asked.turnId })
  await readEvents(more.response)
  await untilSent()
  expect(ofBo.requests()).toEqual([])
  expect(ofKim.requests()).toHaveLength(1)
})

test('a job that finished reaches its owner once, in their language', async () => {
  await call('changeUser', kim.api, { body: { language: 'ar' } })
  const phone = await subscribed(kim, ['job'])
  const { turnId, chatId, invocationId, response } = await research(kim, 'How is tea made?')
  await readEvents(response)
  await untilJobIs(kim, invocationId, 'completed')
  await until(() => expect(phone.messages()).toHaveLength(1))
  expect(phone.messages()[0]).toMatchObject({
    title: 'اكتملت مهمة',
    path: `/chat/${chatId}?turn=${turnId}`,
    dir: 'rtl',
  })
  await untilSent()
  expect(phone.requests()).toHaveLength(1)
})

test('nobody is notified of a kind that they did not choose, or after they ended it or signed out', async () => {
  const phone = await subscribed(kim, ['job', 'question'])
  await mention(bo, kim)
  await untilSent()
  expect((await choose(kim, phone.subscription, ['mention'])).status).toBe(200)
  expect((await call('getOwnPush', kim.api)).data).toMatchObject({
    endpoint: phone.subscription.endpoint,
    kinds: ['mention'],
  })
  expect((await send(contract.endOwnPush, kim.api, {})).status).toBe(204)
  expect((await call('getOwnPush', kim.api)).data).toMatchObject({ endpoint: null, kinds: [] })
  await mention(bo, kim)
  await untilSent()
  await choose(kim, phone.subscription, ['mention'])
  await call('signOut', { ...kim.api, origin: world.url }, { body: { everywhere: false } })
  await mention(bo, kim)
  await untilSent()
  expect(phone.requests()).toEqual([])
})

test('a browser in which somebody else signs in gets nothing of the person before', async () => {
  const ofKim = await subscribed(kim, ['mention'], '/send/shared')
  const ofBo = await subscribed(bo, ['mention'], '/send/shared')
  expect((await call('getOwnPush', kim.api)).data.kinds).toEqual([])
  await mention(bo, kim)
  await untilSent()
  expect(received).toEqual([])
  await mention(kim, bo)
  await until(() => expect(ofBo.messages()).toHaveLength(1))
  expect(ofKim.subscription.keys).not.toEqual(ofBo.subscription.keys)
})

test('a subscription is removed when its push service replies 410 Gone; a delivery is retried after 503', async () => {
  const gone = await subscribed(kim, ['mention'])
  replies = [410]
  await mention(bo, kim)
  await until(async () => expect((await call('getOwnPush', kim.api)).data.endpoint).toBeNull())
  expect(gone.requests()).toHaveLength(1)
  const busy = await subscribed(kim, ['mention'])
  replies = [503]
  await call('markMentionsSeen', kim.api, {
    body: { mentionIds: (await call('listMentions', kim.api)).message.map(({ mentionId }) => mentionId) },
  })
  await mention(bo, kim)
  await until(() => expect(busy.requests()).toHaveLength(2))
  expect(busy.messages()[0]).toEqual(busy.messages()[1])
})

test('E01 an endpoint inside the network is never reached, and its subscription ends', async () => {
  const { port } = service.address() as AddressInfo
  const inside = browser()
  inside.subscription.endpoint = `https://127.0.0.1:${port}/send/inside`
  expect((await choose(kim, inside.subscription, ['mention'])).status).toBe(200)
  await mention(bo, kim)
  await until(async () => expect((await call('getOwnPush', kim.api)).data.endpoint).toBeNull())
  expect(received).toEqual([])
})

test.each([
  ['an address without TLS', { endpoint: 'http://push.example/send' }],
  ['no address', { endpoint: 'push' }],
  ['a key that is no point', { keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } }],
  ['a short secret', { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'AAAA' } }],
])('a subscription with %s is refused, with the field', async (_what, wrong) => {
  const reply = await choose(kim, { ...browser().subscription, ...wrong }, ['mention'])
  expect(reply.status).toBe(400)
  expect(JSON.stringify(await reply.json())).toContain('subscription')
})
