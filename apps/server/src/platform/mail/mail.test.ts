import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { inSystem } from '../database/index.ts'
import { createLog } from '../log.ts'
import { queueMail, startMailDelivery, type Mail, type SendMail } from './mail.ts'

const log = createLog({ level: 'silent' })
let clone: TestDatabase
beforeAll(async () => {
  clone = await createTestDatabase(inject('databaseHost'))
})
beforeEach(() => clone.database.pool.query('truncate mail_outbox'))
afterAll(() => clone.drop())

const mail: Mail = {
  recipient: 'ada@example.com',
  kind: 'code',
  subject: 'Your code',
  textBody: '123456',
  htmlBody: '<p>123456</p>',
}
const queue = (more: Partial<Mail> = {}) =>
  inSystem(clone.database, (transaction) => queueMail(transaction, { ...mail, ...more }))
const deliver = (send: SendMail) =>
  startMailDelivery({ database: clone.database, address: clone.address, send, log, pauseMs: 10 })
const outbox = async () => (await clone.database.pool.query('select * from mail_outbox order by id')).rows

test('a queued mail is sent once, with concurrent senders, and its text is erased', async () => {
  const sent: Mail[] = []
  const send = async (one: Mail) => void sent.push(one)
  const deliveries = await Promise.all([deliver(send), deliver(send), deliver(send)])
  await queue()
  await vi.waitFor(async () => expect((await outbox())[0].sent_at).not.toBeNull())
  await Promise.all(deliveries.map((delivery) => delivery.stop()))
  expect(sent).toEqual([mail])
  expect((await outbox())[0]).toMatchObject({ subject: '', text_body: '', html_body: '', attempts: 1 })
})

test('a mail of a rolled-back transaction is never sent', async () => {
  const rolledBack = inSystem(clone.database, async (transaction) => {
    await queueMail(transaction, mail)
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  expect(await outbox()).toEqual([])
})

test('a mail that the server refuses is retried later, with the reason stored', async () => {
  let isDown = true
  const delivery = await deliver(async () => {
    if (isDown) throw new Error('421 try later')
  })
  await queue()
  await vi.waitFor(async () => expect((await outbox())[0].last_error).toBe('421 try later'))
  const [waiting] = await outbox()
  expect(waiting).toMatchObject({ failed_at: expect.any(Date), problem: 'NOT_A_MAIL_SERVER' })
  expect(waiting.next_attempt_at.getTime() - Date.now()).toBeGreaterThan(5_000)

  isDown = false
  await clone.database.pool.query('update mail_outbox set next_attempt_at = now()')
  await vi.waitFor(async () => expect((await outbox())[0].sent_at).not.toBeNull())
  await delivery.stop()
})

test('a permanently refused mail is abandoned and its text erased', async () => {
  const delivery = await deliver(() => Promise.reject(new Error('550 no such person')))
  await queue()
  await clone.database.pool.query('update mail_outbox set attempts = 11, next_attempt_at = now()')
  await vi.waitFor(async () => expect((await outbox())[0]).toMatchObject({ attempts: 12, text_body: '' }))
  await delivery.stop()
  expect((await outbox())[0].sent_at).toBeNull()
})

test('an address gets at most five mails of a kind in an hour, also with concurrent requests; the error has the time of the next', async () => {
  const queued = await Promise.all(Array.from({ length: 12 }, () => queue()))
  expect(queued.filter(({ outcome }) => outcome === 'queued')).toHaveLength(5)
  expect(await outbox()).toHaveLength(5)
  const refused = await queue()
  if (refused.outcome !== 'too-many') throw new Error('A sixth mail was queued.')
  expect(refused.retryAfterSeconds).toBeGreaterThan(3590)
  expect(refused.retryAfterSeconds).toBeLessThanOrEqual(3600)
  // Other addresses and other kinds of mail have separate limits.
  expect(await queue({ recipient: 'grace@example.com' })).toEqual({ outcome: 'queued' })
  expect(await queue({ kind: 'news' })).toEqual({ outcome: 'queued' })

  const ageFirst = (minutes: number) =>
    clone.database.pool.query(
      `update mail_outbox set created_at = now() - make_interval(mins => $1) where id = (select min(id) from mail_outbox)`,
      [minutes],
    )
  await ageFirst(50)
  expect(await queue()).toMatchObject({ outcome: 'too-many', retryAfterSeconds: expect.closeTo(600, -1) })
  await ageFirst(61)
  expect(await queue()).toEqual({ outcome: 'queued' })
  expect(await queue()).toMatchObject({ outcome: 'too-many' })
})

test('while the mail server is down, no mail is lost and no request waits: queued mail arrives later', async () => {
  let isDown = true
  const sent: Mail[] = []
  const delivery = await deliver(async (one) => {
    if (isDown) throw new Error('connect ECONNREFUSED')
    sent.push(one)
  })
  const startedAt = performance.now()
  for (let number = 0; number < 20; number++) await queue({ recipient: `person${number}@example.com` })
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  await vi.waitFor(async () =>
    expect((await outbox()).every(({ last_error }) => last_error !== null)).toBe(true),
  )
  isDown = false
  await clone.database.pool.query('update mail_outbox set next_attempt_at = now()')
  await vi.waitFor(() => expect(sent).toHaveLength(20))
  await delivery.stop()
  expect(new Set(sent.map(({ recipient }) => recipient)).size).toBe(20)
})

test('a mail is sent as soon as it is committed, without polling', async () => {
  const sent: Mail[] = []
  const delivery = await startMailDelivery({
    database: clone.database,
    address: clone.address,
    send: async (one) => void sent.push(one),
    log,
    pauseMs: 3_600_000,
  })
  await queue()
  await vi.waitFor(() => expect(sent).toEqual([mail]))
  await queue({ kind: 'invite' })
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  await delivery.stop()
})
