import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { inSystem } from './database/index.ts'
import { createLog } from './log.ts'
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
const queue = () => inSystem(clone.database, (transaction) => queueMail(transaction, mail))
const deliver = (send: SendMail) => startMailDelivery({ database: clone.database, send, log, pauseMs: 10 })
const outbox = async () => (await clone.database.pool.query('select * from mail_outbox order by id')).rows

test('a queued mail is sent once, whoever delivers, and its text is erased', async () => {
  const sent: Mail[] = []
  const send = async (one: Mail) => void sent.push(one)
  const deliveries = [deliver(send), deliver(send), deliver(send)]
  await queue()
  await vi.waitFor(async () => expect((await outbox())[0].sent_at).not.toBeNull())
  await Promise.all(deliveries.map((delivery) => delivery.stop()))
  expect(sent).toEqual([mail])
  expect((await outbox())[0]).toMatchObject({ subject: '', text_body: '', html_body: '', attempts: 1 })
})

test('a mail of a transaction that is rolled back is never sent', async () => {
  const rolledBack = inSystem(clone.database, async (transaction) => {
    await queueMail(transaction, mail)
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  expect(await outbox()).toEqual([])
})

test('a mail that the server does not take is tried again later, and says why', async () => {
  let isDown = true
  const delivery = deliver(async () => {
    if (isDown) throw new Error('421 try later')
  })
  await queue()
  await vi.waitFor(async () => expect((await outbox())[0].last_error).toBe('421 try later'))
  const [waiting] = await outbox()
  expect(waiting.next_attempt_at.getTime() - Date.now()).toBeGreaterThan(5_000)

  isDown = false
  await clone.database.pool.query('update mail_outbox set next_attempt_at = now()')
  await vi.waitFor(async () => expect((await outbox())[0].sent_at).not.toBeNull())
  await delivery.stop()
})

test('a mail that is refused for good is given up and emptied', async () => {
  const delivery = deliver(() => Promise.reject(new Error('550 no such person')))
  await queue()
  await clone.database.pool.query('update mail_outbox set attempts = 11, next_attempt_at = now()')
  await vi.waitFor(async () => expect((await outbox())[0]).toMatchObject({ attempts: 12, text_body: '' }))
  await delivery.stop()
  expect((await outbox())[0].sent_at).toBeNull()
})
