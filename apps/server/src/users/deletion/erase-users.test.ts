import { mintId, type UserId } from '@atrium/contract'
import { insertMember, insertPerson, openTestAccount } from '@atrium/testkit/people.ts'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { handOverRooms } from '../../rooms/index.ts'
import { createLog } from '../../platform/log.ts'
import type { Storage } from '../../platform/storage/index.ts'
import { columnsDeletedWith, columnsOfPeople } from './columns-of-people.fixture.ts'
import { eraseDueUsers } from './erase-users.ts'
import { personalColumns } from './personal-columns.ts'

let data: TestDatabase
const deletedKeys: string[] = []
beforeAll(async () => {
  data = await createTestDatabase(inject('databaseHost'))
})
afterAll(() => data.drop())

const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await data.database.pool.query(text, values)).rows
const storage = { delete: async (key: string) => void deletedKeys.push(key) } as unknown as Storage
const erase = () =>
  eraseDueUsers({
    database: data.database,
    storage,
    log: createLog({ level: 'silent' }),
    now: () => new Date(),
    onLeaving: [handOverRooms],
  })
const requestDeletion = (userId: UserId, eraseAt = new Date(Date.now() - 1000)) =>
  query(`insert into user_deletion (user_id, requested_at, erase_at) values ($1, now(), $2)`, [
    userId,
    eraseAt,
  ])

const deletedOnes = Object.entries(personalColumns).flatMap(([name, { outcome }]) =>
  outcome === 'delete' ? name : [],
)

test('C09 every column that identifies a person has a rule for their erasure, or goes with one that has', async () => {
  const undecided = async () => {
    const goWithOthers = await columnsDeletedWith(data.database, deletedOnes)
    return (await columnsOfPeople(data.database)).filter((name) => !goWithOthers.includes(name))
  }
  expect(await undecided()).toEqual(Object.keys(personalColumns).toSorted())
  await query(`create table new_thing (id text, user_id text)`)
  // The emptied row of the person stays, so this deletes nothing.
  await query(`create table newer_thing (id text, made_for text references identity_user on delete cascade)`)
  await query(
    `create table new_part (account_id text, user_id text, foreign key (account_id, user_id) references membership on delete cascade)`,
  )
  const found = (await undecided()).filter((name) => name.startsWith('new'))
  await query(`drop table new_thing, newer_thing, new_part`)
  expect(found).toEqual(['new_thing.user_id', 'newer_thing.made_for'])
})

/** A person with a row in every possible table, in another person's account. */
async function personEverywhere() {
  const account = await openTestAccount(data.database)
  const userId = await insertMember(data.database, account.accountId, 'admin')
  const email = `unmistakable-${userId.slice(-12)}@example.org`
  await query(
    `update identity_user set email = $2, name = 'Zebulon Quagmire', image = '/p.png' where id = $1`,
    [userId, email],
  )
  await query(`update user_profile set first_name = 'Zebulon', last_name = 'Quagmire' where user_id = $1`, [
    userId,
  ])
  const values: Record<string, string> = {
    identity_session: `(id, user_id, token_hash, expires_at) values ('${mintId('session')}', $1, 'token-' || $1, now())`,
    identity_credential: `(id, user_id, account_id, provider_id) values ('cred-' || $1, $1, 'subject-' || $1, 'google')`,
    identity_second_factor: `(user_id, secret_sealed) values ($1, 'sealed')`,
    identity_recovery_code: `(user_id, code_hash) values ($1, repeat('h', 43))`,
    identity_passkey: `(id, user_id, credential_id, public_key, signature_count, is_synced, name) values ('${mintId('passkey')}', $1, 'credential-' || $1, 'key', 0, false, 'Zebulon''s key')`,
    identity_passkey_challenge: `(challenge_hash, user_id, expires_at) values (right(repeat('c', 43) || $1, 43), $1, now())`,
    identity_sign_in_ticket: `(ticket_hash, user_id, step, expires_at) values (right(repeat('t', 43) || $1, 43), $1, 'second-factor', now())`,
    identity_known_browser: `(user_id, browser_hash) values ($1, right(repeat('b', 43) || $1, 43))`,
    user_picture: `(name, user_id) values (md5($1) || '.png', $1)`,
    user_export: `(id, user_id) values ('${mintId('export')}', $1)`,
    idempotent_reply: `(user_id, key, request_hash, reply) values ($1, 'some-key', 'hash', '{"name": "Zebulon"}')`,
  }
  for (const [table, rest] of Object.entries(values)) await query(`insert into ${table} ${rest}`, [userId])
  await query(
    `insert into identity_code (email, purpose, code_hash, expires_at) values ($1, 'verify-email', 'h', now())`,
    [email],
  )
  await query(
    `insert into identity_sign_up (email, browser_hash, password_hash, first_name, last_name, expires_at)
     values ($1, repeat('b', 43), 'h', 'Zebulon', 'Quagmire', now())`,
    [email],
  )
  await query(`insert into identity_code_sent (email, purpose) values ($1, 'verify-email')`, [email])
  await query(
    `insert into mail_outbox (recipient, kind, subject, text_body, html_body) values ($1, 'k', 'To Zebulon', 'Dear Zebulon', 'Dear Zebulon')`,
    [email],
  )
  const { accountId, ownerId } = account
  await query(
    `insert into invite (account_id, id, email, role, token_hash, expires_at, state, settled_at)
     values ($1, $2, $3, 'member', right(repeat('i', 43) || $2, 43), now(), 'accepted', now())`,
    [accountId, mintId('invite'), email],
  )
  await query(`insert into removed_member (account_id, user_id) values ($1, $2)`, [accountId, userId])
  await query(
    `insert into credit_limit_warning (account_id, month, user_id) values ($1, date_trunc('month', now()), $2)`,
    [accountId, userId],
  )
  for (const actor of [userId, ownerId])
    await query(
      `insert into audit_entry (account_id, actor_id, action, object_type, object_id, details)
       values ($1, $2, 'member.joined', 'member', $3, jsonb_build_object('email', $4::text, 'role', 'admin'))`,
      [accountId, actor, userId, email],
    )
  const [roomId, chatId, messageId, turnId] = [
    mintId('room'),
    mintId('chat'),
    mintId('message'),
    mintId('turn'),
  ]
  await query(
    `insert into room (account_id, id, name, access_type, created_by) values ($1, $2, $2, 'PRIVATE', $3)`,
    [accountId, roomId, userId],
  )
  await query(
    `insert into room_member (account_id, room_id, user_id, membership_type) values ($1, $2, $3, 'OWNER'), ($1, $2, $4, 'MEMBER')`,
    [accountId, roomId, userId, ownerId],
  )
  await query(
    `insert into chat (account_id, id, room_id, owner_id, title) values ($1, $2, $3, $4, 'Quagmire''s chat')`,
    [accountId, chatId, roomId, userId],
  )
  await query(
    `insert into message (account_id, chat_id, id, author_id, text) values ($1, $2, $3, $4, 'I am Zebulon')`,
    [accountId, chatId, messageId, userId],
  )
  await query(
    `insert into turn (account_id, id, chat_id, position, question_message_id, asked_by, requested_model_id, style, request_hash, state, ended_at)
     values ($1, $2, $3, 1, $4, $5, 'm', 'quick', 'h', 'answered', now())`,
    [accountId, turnId, chatId, messageId, userId],
  )
  await query(
    `insert into queued_question (account_id, id, chat_id, author_id, after_turn_id, question_text, request)
     values ($1, $2, $3, $4, $5, 'May Zebulon ask?', '{}')`,
    [accountId, mintId('turn'), chatId, userId, turnId],
  )
  await query(
    `insert into turn_log (account_id, turn_id, first_event_id, last_event_id, events) values ($1, $2, 1, 1, '["Zebulon"]')`,
    [accountId, turnId],
  )
  const comments = await commentOnCanvas({ accountId, roomId, userId, ownerId })
  return { userId, email, accountId, ownerId, roomId, turnId, comments }
}

type Commenting = Pick<Awaited<ReturnType<typeof openTestAccount>>, 'accountId' | 'ownerId'> & {
  roomId: string
  userId: UserId
}

/** The person's thread on another person's canvas, their reply in that person's thread, and a mention each way. */
async function commentOnCanvas({ accountId, roomId, userId, ownerId }: Commenting) {
  const canvasId = mintId('canvas')
  await query(
    `insert into canvas (account_id, id, room_id, owner_id, title, share, words)
     values ($1, $2, $3, $4, 'Prices', 'comment', 'prices')`,
    [accountId, canvasId, roomId, ownerId],
  )
  const [own, shared] = [mintId('thread'), mintId('thread')]
  for (const threadId of [own, shared])
    await query(
      `insert into canvas_thread (account_id, canvas_id, id, range, quote, resolved_at, resolved_by)
       values ($1, $2, $3, '{}', 'lamp', now(), $4)`,
      [accountId, canvasId, threadId, userId],
    )
  const written = [
    { threadId: own, author: userId, mentioned: ownerId, text: 'Zebulon asks' },
    { threadId: shared, author: ownerId, mentioned: userId, text: 'Which lamp?' },
    { threadId: shared, author: userId, mentioned: ownerId, text: 'Signed, Quagmire' },
  ]
  for (const { threadId, author, mentioned, text } of written) {
    const commentId = mintId('comment')
    await query(
      `insert into canvas_comment (account_id, canvas_id, thread_id, id, author_id, text, words)
       values ($1, $2, $3, $4, $5, $6, lower($6))`,
      [accountId, canvasId, threadId, commentId, author, text],
    )
    await query(
      `insert into mention (account_id, id, person_id, mentioned_by, room_id, canvas_id, comment_id)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [accountId, mintId('mention'), mentioned, author, roomId, canvasId, commentId],
    )
  }
  return { canvasId, own, shared }
}

/** Every row of the database whose text, JSON or arrays contain these words. */
async function rowsThatMention(words: string): Promise<string[]> {
  const tables = await query(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found = await Promise.all(
    tables.map(async ({ name }) =>
      (
        await query(
          `select '${String(name)}: ' || row_to_json(t)::text as row from ${String(name)} as t where row_to_json(t)::text ilike $1`,
          [`%${words}%`],
        )
      ).map(({ row }) => String(row)),
    ),
  )
  return found.flat()
}

test('C09 no table names an erased person, and their files are deleted', async () => {
  const person = await personEverywhere()
  expect((await rowsThatMention('zebulon')).length).toBeGreaterThanOrEqual(8)
  expect((await rowsThatMention(person.email)).length).toBeGreaterThan(5)
  await requestDeletion(person.userId)
  expect(await erase()).toBe(1)

  expect(await rowsThatMention(person.email)).toEqual([])
  expect(await rowsThatMention('zebulon')).toEqual([])
  expect(await rowsThatMention('quagmire')).toEqual([])
  const gone = Object.keys(personalColumns).filter((name) => personalColumns[name]?.outcome !== 'stays')
  for (const name of [...gone, ...(await columnsDeletedWith(data.database, deletedOnes))]) {
    const [table, column] = name.split('.')
    const rows = await query(`select 1 from ${table} where ${column} in ($1, $2)`, [
      person.userId,
      person.email,
    ])
    expect({ name, rows: rows.length }).toEqual({ name, rows: 0 })
  }
  expect(await query(`select 1 from turn_log where turn_id = $1`, [person.turnId])).toEqual([])
  // Their comments on canvases of others, with the mentions in them and of them; what others wrote stays.
  const { canvasId, shared } = person.comments
  expect(await query(`select thread_id, text from canvas_comment where canvas_id = $1`, [canvasId])).toEqual([
    { thread_id: shared, text: 'Which lamp?' },
  ])
  expect(await query(`select 1 from mention where canvas_id = $1`, [canvasId])).toEqual([])
  expect(deletedKeys.filter((key) => /^(picture|export)\//.test(key))).toHaveLength(2)
  expect(await query(`select name, email, image from identity_user where id = $1`, [person.userId])).toEqual([
    { name: 'Deleted user', email: `${person.userId}@erased.invalid`, image: null },
  ])
  // Their shared content stays and belongs to others now.
  expect(
    await query(`select user_id from room_member where room_id = $1 and membership_type = 'OWNER'`, [
      person.roomId,
    ]),
  ).toEqual([{ user_id: person.ownerId }])
  expect(
    await query(`select details from audit_entry where account_id = $1 and details ? 'email' order by id`, [
      person.accountId,
    ]),
  ).toEqual([{ details: { email: null, role: 'admin' } }, { details: { email: null, role: 'admin' } }])
  expect(await erase()).toBe(0)
})

test('AUTH-14 users are erased only when due, and others are unaffected', async () => {
  const [early, other] = [await insertPerson(data.database), await insertPerson(data.database)]
  await requestDeletion(early, new Date(Date.now() + 60_000))
  expect(await erase()).toBe(0)
  for (const userId of [early, other])
    expect(await query(`select 1 from user_profile where user_id = $1`, [userId])).toHaveLength(1)
})

test('ACC-07 an account transferred to a person during their deletion passes to an admin', async () => {
  const account = await openTestAccount(data.database)
  await insertMember(data.database, account.accountId)
  const admin = await insertMember(data.database, account.accountId, 'admin')
  await requestDeletion(account.ownerId)
  await erase()
  expect(
    await query(`select user_id from membership where account_id = $1 and role = 'owner'`, [
      account.accountId,
    ]),
  ).toEqual([{ user_id: admin }])
  expect(await query(`select deleted_at from account where id = $1`, [account.accountId])).toEqual([
    { deleted_at: null },
  ])
})
