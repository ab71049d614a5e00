import { mintId } from '@atrium/contract'
import { call, readEvents, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { addToRoom, readDocumentOf } from '../../answers/answers-for-tests.ts'
import { createTestClock } from '../../platform/clock.ts'
import { Secret } from '../../platform/config/secret.ts'
import { createExportLinks } from './export-links.ts'
import { readZip } from './read-zip.fixture.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
afterAll(() => world.close())

/** Requests an export, waits for its job and downloads it. */
async function copyOf(person: TestPerson): Promise<{ url: string; files: Record<string, string> }> {
  await call('requestExport', person.api, {})
  await vi.waitFor(
    async () => expect((await call('getOwnExport', person.api, {})).data?.state).toBe('ready'),
    { timeout: 60_000, interval: 100 },
  )
  const { url } = (await call('getExportLink', person.api, {})).data
  const reply = await fetch(world.url + url)
  expect(reply.headers.get('content-type')).toBe('application/zip')
  expect(reply.headers.get('content-disposition')).toMatch(
    /^attachment; filename="atrium-\d{4}-\d\d-\d\d\.zip"$/,
  )
  expect(reply.headers.get('cache-control')).toContain('no-store')
  return { url, files: readZip(Buffer.from(await reply.arrayBuffer())) }
}

test("AUTH-14 an export contains a person's generated pictures, at their position in the chats", async () => {
  const person = await world.signUp({ name: 'Pia Painter' })
  await readEvents((await person.ask('A red boat', { modelId: 'test-painter' })).response)
  const { files } = await copyOf(person)
  const pictures = Object.keys(files).filter((name) => name.startsWith('pictures/'))
  expect(pictures).toHaveLength(1)
  expect(files[pictures[0] ?? '']).toContain('PNG')
  expect(JSON.parse(files['pictures.json'] ?? '[]')).toMatchObject([{ name: 'A red boat 1.png' }])
  const markdown = Object.entries(files).find(([name]) => name.endsWith('.md'))?.[1]
  expect(markdown).toContain(`![A red boat 1.png](../${pictures[0]})`)
})

test("AUTH-14 an export contains a person's documents, and the sources that they may still open", async () => {
  const person = await world.signUp()
  const lease = await readDocumentOf(person, 'lease.txt', 'The rent of the flat is 940 euros.')
  const fileId = await addToRoom(person, 'handbook.txt', 'Every employee has 28 days of leave.')
  const ask = {
    kind: 'question' as const,
    messageId: mintId('message'),
    text: 'What is the rent?',
    attachments: [lease],
  }
  world.model.script('*', [{ text: 'As you say.' }, { finish: 'stop' }])
  await readEvents((await person.ask('', { ask })).response)
  const before = await copyOf(person)
  expect(before.files[`documents/${lease}.txt`]).toBe('The rent of the flat is 940 euros.')
  expect(JSON.parse(before.files['documents.json'] ?? '[]')).toMatchObject([
    { fileId: lease, name: 'lease.txt' },
  ])
  expect(Object.values(before.files).join('')).toContain('28 days of leave')
  await call('deleteContextFile', person.api, { params: { roomId: person.roomId, fileId } })
  const after = Object.values((await copyOf(person)).files).join('')
  expect(after).toContain('940 euros')
  expect(after).not.toMatch(/28 days of leave|handbook\.txt/)
})

test('AUTH-14 an export contains all data of a person as JSON and Markdown, no data of others, and triggers a mail', async () => {
  const [person, other] = [
    await world.signUp({ name: 'Ines Export' }),
    await world.signUp({ name: 'Otto Other' }),
  ]
  for (const [who, question] of [
    [person, 'What is my secret garden?'],
    [other, 'A stranger asks'],
  ] as const) {
    world.model.script('*', [{ text: 'Only the gardener knows.' }, { finish: 'stop' }])
    const { response } = await who.ask(question)
    await readEvents(response)
  }
  const { files } = await copyOf(person)
  const json = (name: string) => JSON.parse(files[name] ?? 'null') as unknown
  expect(json('profile.json')).toMatchObject({
    userId: person.userId,
    email: person.email,
    firstName: 'Ines',
  })
  expect(json('accounts.json')).toMatchObject([{ accountId: person.accountId, role: 'owner' }])
  expect(json('rooms.json')).toMatchObject([{ roomId: person.roomId }])
  expect(json('sessions.json')).toHaveLength(1)
  expect(json('chats.json')).toHaveLength(1)
  const markdown = Object.entries(files).find(([name]) => name.endsWith('.md'))?.[1]
  expect(markdown).toContain('> What is my secret garden?')
  expect(markdown).toContain('Only the gardener knows.')
  const everything = Object.values(files).join('')
  for (const foreign of [other.userId, other.email, 'A stranger asks'])
    expect(everything).not.toContain(foreign)
  const { rows } = await world.database.pool.query(
    `select token_hash as secret from identity_session where user_id = $1 union all select password from identity_credential where user_id = $1`,
    [person.userId],
  )
  for (const { secret } of rows) expect(everything).not.toContain(secret)
  const mail = await world.inbox.waitFor(
    (sent) => JSON.stringify(sent.to).includes(person.email) && sent.subject.includes('is ready'),
  )
  expect(mail.text).toContain('/profile')
})

test('JOB-04 AUTH-14 an export contains what a person allowed and refused tools, and nothing of others', async () => {
  const [person, other] = [await world.signUp(), await world.signUp()]
  const serverId = mintId('tool-server')
  const { pool } = world.database
  for (const [who, tool] of [
    [person, 'close_ticket'],
    [other, 'delete_ticket'],
  ] as const) {
    world.model.script('*', [{ text: 'Closed.' }, { finish: 'stop' }])
    const { response, chatId, turnId } = await who.ask('Close the ticket.')
    await readEvents(response)
    await pool.query(
      `insert into tool_server (account_id, id, name, prefix, url) values ($1, $2, 'Service desk', 'desk', 'https://desk.example')`,
      [who.accountId, serverId],
    )
    const form = 'f'.repeat(64)
    await pool.query(
      `insert into tool_consent (account_id, chat_id, user_id, server_id, tool_name, form_hash) values ($1, $2, $3, $4, $5, $6)`,
      [who.accountId, chatId, who.userId, serverId, tool, form],
    )
    await pool.query(
      `insert into tool_call (account_id, id, turn_id, server_id, tool_name, form_hash, state, expires_at)
       values ($1, $2, $3, $4, $5, $6, 'refused', now())`,
      [who.accountId, mintId('tool-call'), turnId, serverId, `${tool}_now`, form],
    )
  }
  const { files } = await copyOf(person)
  expect(JSON.parse(files['tool-consents.json'] ?? 'null')).toMatchObject({
    ofChats: [{ server: 'Service desk', tool: 'close_ticket' }],
    ofCalls: [{ server: 'Service desk', tool: 'close_ticket_now', decision: 'refused', scope: null }],
  })
  expect(Object.values(files).join('')).not.toContain('delete_ticket')
})

test('C07 a link to an export is signed, and only one export runs at a time', async () => {
  const [person, other] = [await world.signUp(), await world.signUp()]
  const { url } = await copyOf(person)
  const token = new URL(url, world.url).searchParams.get('token') ?? ''
  for (const wrong of [`${token}x`, token.replace('.', '.9'), 'a.b.c', '', token.split('.')[0] ?? ''])
    expect((await fetch(`${world.url}/api/user/export/file?token=${encodeURIComponent(wrong)}`)).status).toBe(
      403,
    )
  await expect(call('getExportLink', other.api, {})).rejects.toMatchObject({ reply: { code: 'NOT_FOUND' } })
  const asked = await Promise.all(Array.from({ length: 5 }, () => call('requestExport', other.api, {})))
  expect(new Set(asked.map(({ data }) => data.requestedAt)).size).toBe(1)
})

test('C07 a link to an export works for five minutes and for that export only', () => {
  const clock = createTestClock()
  const links = createExportLinks({ secret: new Secret('s'.repeat(32)), clock })
  const exportId = 'export_0198c0de-0000-7000-8000-000000000001'
  const { token } = links.sign(exportId)
  expect(links.verify(token)).toBe(exportId)
  expect(links.verify(token.replace('0001.', '0002.'))).toBeNull()
  expect(createExportLinks({ secret: new Secret('t'.repeat(32)), clock }).verify(token)).toBeNull()
  clock.advance(5 * 60_000)
  expect(links.verify(token)).toBeNull()
})
