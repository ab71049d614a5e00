import { type Mention, mintId } from '@atrium/contract'
import { call, colleagueOf, readEvents, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { createUnsubscribeLinks } from '../../platform/mail/unsubscribe-links.ts'
import { sendDigests } from './send-digests.ts'

let world: World
let kim: TestPerson
let bo: TestPerson
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  world.model.script('*', [{ text: 'Tea.' }, { finish: 'stop' }])
  kim = await world.signUp({ name: 'Kim Example' })
  bo = await colleagueOf(world, kim, { name: 'Bo Björk' })
})
afterAll(() => world.close())

const dayMs = 24 * 60 * 60_000
/** Eight o'clock of a day from today on, in UTC. */
const morning = (day = 0) => {
  const now = new Date(Date.now() + day * dayMs)
  now.setUTCHours(8, 0, 0, 0)
  return now
}
const siteUrl = 'https://atrium.example'
const digests = (now: Date) =>
  sendDigests({
    database: world.database,
    siteUrl,
    unsubscribe: createUnsubscribeLinks({ secret: world.secret, siteUrl }),
    now: () => now,
    log: createLog({ level: 'silent' }),
  })
const query = (text: string, values: unknown[] = []) => world.database.pool.query(text, values)
const wants = ({ userId }: TestPerson, frequency: string, language: string, zone = 'UTC') =>
  query('update user_profile set email_frequency = $2, language = $3, time_zone = $4 where user_id = $1', [
    userId,
    frequency,
    language,
    zone,
  ])
/** As on an installation that has sent nothing yet, with the answers of now older than the morning. */
async function startAgain() {
  await query('delete from mail_digest')
  await query(`delete from mail_outbox where kind = 'notifications:digest'`)
  await query(`update user_profile set email_frequency = 'NEVER'`)
  await query(`update mention set mentioned_at = $1, mailed_at = null`, [beforeMorning()])
  await query(`update chat set answered_at = $1 where answered_at is not null`, [beforeMorning()])
}
async function ask(person: TestPerson, text: string, mentions: Mention[] = []) {
  const asked = await person.ask('', {
    ask: { kind: 'question' as const, messageId: mintId('message'), text, mentions },
  })
  await readEvents(asked.response)
  return asked
}
const mentionOf = ({ userId }: TestPerson): Mention => ({ kind: 'person', id: userId, start: 0, length: 3 })
const digestFor = (person: TestPerson) =>
  world.inbox.waitFor(({ to, listUnsubscribe }) => to.includes(person.email) && listUnsubscribe !== null)
const beforeMorning = () => new Date(morning().getTime() - 60_000)

test('LIFE-08 one digest in the morning has unseen answers, mentions, invitations and credit requests, in the language of the reader', async () => {
  const { chatId } = await ask(kim, 'How do pearls grow?')
  await query('update chat set seen_at = created_at, title = $2, title_source = $$person$$ where id = $1', [
    chatId,
    'Pearls of 4.50 EUR',
  ])
  await ask(bo, '@Kim what about the merger with Umbrella?', [mentionOf(kim)])
  const host = await world.signUp({ name: 'Ida Inviter' })
  await call('inviteMember', host.api, {
    params: { id: host.accountId },
    body: { email: kim.email, role: 'member' },
  })
  await startAgain()
  await call('requestCredits', bo.api, { params: { id: kim.accountId }, body: { reason: 'Audit' } })
  await query('update chat set seen_at = answered_at where owner_id = $1', [bo.userId])
  await query('update chat set seen_at = created_at where id = $1', [chatId])
  await query(
    "update chat set answered_at = greatest(answered_at, seen_at + interval '1 second') where id = $1",
    [chatId],
  )
  await query('update invite set sent_at = $1', [beforeMorning()])
  await query('update credit_request set created_at = $1', [beforeMorning()])
  await wants(kim, 'DAILY', 'fr')

  expect(await digests(new Date(morning().getTime() - 2 * 60 * 60_000))).toBe(0)
  expect(await digests(morning())).toBe(1)
  const mail = await digestFor(kim)
  expect(mail.subject).toContain('Votre récapitulatif Atrium du')
  expect(mail.text).toContain('Pearls of 4.\u206050 EUR')
  expect(mail.text).toContain(`${siteUrl}/chat/${chatId}`)
  expect(mail.text).toContain('Bo Björk vous a mentionné')
  expect(mail.text).toContain('La discussion est privée')
  expect(mail.text).toContain('Ida I. vous invite à rejoindre')
  expect(mail.text).toContain('Bo Björk demande des crédits')
  expect(mail.text).not.toMatch(/merger|Umbrella|Audit/)
})

test('LIFE-08 a digest is sent once a day with several processes and restarts, and none when nothing is new', async () => {
  await ask(kim, '@Bo, tea?', [mentionOf(bo)])
  await startAgain()
  await wants(bo, 'DAILY', 'en')
  const sent = await Promise.all([digests(morning()), digests(morning()), digests(morning())])
  expect(sent.toSorted((one, other) => one - other)).toEqual([0, 0, 1])
  expect(await digests(new Date(morning().getTime() + 2 * 60 * 60_000))).toBe(0)
  expect(await digests(morning(1))).toBe(0)
  expect((await query('select day::text from mail_digest')).rows).toEqual([
    { day: morning(1).toISOString().slice(0, 10) },
  ])
})

test('LIFE-08 a person who flies east gets no second digest within twelve hours', async () => {
  await startAgain()
  // Eight o'clock in Honolulu, and in Auckland, where it is already the next day.
  const inHonolulu = new Date(morning().getTime() + 10 * 60 * 60_000)
  const inAuckland = new Date(inHonolulu.getTime() + 2 * 60 * 60_000)
  await query('update mention set mentioned_at = $1', [beforeMorning()])
  await wants(bo, 'DAILY', 'en', 'Pacific/Honolulu')
  expect(await digests(inHonolulu)).toBe(1)
  await query('update mention set mailed_at = null, mentioned_at = $1', [inHonolulu])
  await wants(bo, 'DAILY', 'en', 'Pacific/Auckland')
  expect(await digests(inAuckland)).toBe(0)
})

test('LIFE-08 NEVER gets no digest', async () => {
  await startAgain()
  expect(await digests(morning())).toBe(0)
  expect((await query('select from mail_digest')).rows).toEqual([])
})

test('LIFE-08 a digest names only what its reader may still open when it is sent', async () => {
  const room = await call('createRoom', kim.api, {
    params: { accountId: kim.accountId },
    body: { name: 'Board of Bluebird', access_type: 'PRIVATE' },
  })
  const hidden = await ask(bo, 'Is anything new?')
  const open = await ask(bo, 'Is anything open?')
  await startAgain()
  await query('update mention set room_id = $1 where person_id = $2', [room.data.id, bo.userId])
  await query(
    `update chat set title = 'Closed matter', title_source = $$person$$, room_id = $2 where id = $1`,
    [hidden.chatId, room.data.id],
  )
  await query(`update chat set title = 'Open matter', title_source = $$person$$ where id = $1`, [open.chatId])
  await query(`update chat set seen_at = answered_at - interval '1 hour' where owner_id = $1`, [bo.userId])
  await wants(bo, 'DAILY', 'en')
  expect(await digests(morning())).toBe(1)
  const mail = await world.inbox.waitFor(
    ({ to, text }) => to.includes(bo.email) && text.includes('Open matter'),
  )
  expect(mail.text).not.toMatch(/Bluebird|Closed matter|mentioned you/)
})
