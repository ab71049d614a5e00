import { createHash } from 'node:crypto'
import { mintId } from '@atrium/contract'
import { call, readEvents, startWorld, type TestPerson, type World } from '@atrium/testkit'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { inSystem, type Transaction } from '../../platform/database/index.ts'
import { columnsOfPeople } from '../deletion/columns-of-people.fixture.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
})
afterAll(() => world.close())

/** The personal columns that no export contains, by the reason. */
const notExported: Record<string, readonly string[]> = {
  'secrets, and attempts that end within minutes': [
    'identity_code.email',
    'identity_code_sent.email',
    'identity_known_browser.user_id',
    'identity_passkey_challenge.user_id',
    'identity_recovery_code.user_id',
    'identity_sign_in_ticket.user_id',
    'identity_sign_up.email',
    'tool_server_sign_in_request.user_id',
  ],
  'copies of data that the export contains': [
    'canvas.private_to',
    'chat_link_turn.asked_by',
    'chat_link_turn.author_id',
    'chat_tally.owner_id',
    'chat_words.owner_id',
    'credit_balance.holder',
    'credit_hold.user_id',
    'idempotent_reply.user_id',
    'mail_outbox.recipient',
    'mention.mentioned_by',
    'open_turn.asked_by',
    'prompt.private_to',
    'shaping_call.user_id',
    'unseen_chat.owner_id',
    'user_export.user_id',
  ],
  'notes of the server to itself, such as that a mail was sent': [
    'account_grant.user_id',
    'canvas_presence.user_id',
    'credit_limit_warning.user_id',
    'daily_allowance.holder',
    'first_steps_dismissal.user_id',
    'mail_digest.user_id',
    'push_sent.user_id',
    'user_deletion.user_id',
  ],
  'what several people wrote: it is in the export of its owner': [
    'canvas_author.user_id',
    'canvas_thread.resolved_by',
    'canvas_version_author.user_id',
    'mention.person_id',
  ],
  'what they did for an account or the installation, which keeps it': [
    'account.created_by',
    'credit_grant.granted_by',
    'credit_request.decided_by',
    'invite.invited_by',
    'invite_link.created_by',
    'knowledge_base.created_by',
    'logo.requested_by',
    'mail_stopped_address.stopped_by',
    'payment_order.user_id',
    'provider_change.actor_id',
    'room.created_by',
    'sign_up_waiting.invited_by',
    'system_setting.changed_by',
    'tool_server.created_by',
    'tool_server_sign_in.signed_in_by',
  ],
}

test('AUTH-14 every column that identifies a person is in the export of one noun, or not for a reason', async () => {
  const exported = world.app.ownData.flatMap(({ columns }) => columns)
  const decided = [...exported, ...Object.values(notExported).flat()]
  expect(decided.toSorted()).toEqual(await columnsOfPeople(world.database))
})

test('AUTH-14 each noun reads the columns that it says it exports, and no two write the same file', async () => {
  const names: string[] = []
  for (const { columns, read } of world.app.ownData)
    await inSystem(world.database, async (trx) => {
      const statements: string[] = []
      names.push(...Object.keys(await read(noting(trx, statements), mintId('user'))))
      const isRead = (name: string) => {
        const [table, column] = name.split('.')
        return statements.some((text) =>
          [table, column].every((word) => new RegExp(String.raw`\b${word}\b`).test(text)),
        )
      }
      expect(columns.filter((name) => !isRead(name))).toEqual([])
    })
  expect(names).toEqual([...new Set(names)])
})

/** Gives a person something in every place that is not their content. `word` is in each text. */
async function leaveTraces(person: TestPerson, word: string, elsewhere: TestPerson) {
  const { accountId, userId, email } = person
  const { response, chatId, turnId } = await person.ask('Which tea?')
  await readEvents(response)
  const { promptId } = (
    await call('createPrompt', person.api, { body: { title: 'Tea', promptText: `About ${word}` } })
  ).data
  await call('changePrompt', person.api, { params: { promptId }, body: { promptText: `More about ${word}` } })
  const labelId = mintId('label')
  const rows: Record<string, Record<string, unknown>> = {
    chat_label: { account_id: accountId, id: labelId, owner_id: userId, name: `${word} label` },
    chat_labelled: { account_id: accountId, chat_id: chatId, label_id: labelId },
    queued_question: {
      account_id: accountId,
      id: mintId('turn'),
      chat_id: chatId,
      author_id: userId,
      after_turn_id: turnId,
      question_text: `${word} question`,
      request: {},
    },
    invite: {
      account_id: elsewhere.accountId,
      id: mintId('invite'),
      email,
      role: 'member',
      token_hash: word.padEnd(43, '-'),
      expires_at: new Date(),
    },
    removed_member: { account_id: elsewhere.accountId, user_id: userId },
    mail_stopped_address: { email, reason: 'bounce' },
    sign_up_waiting: { email, language: word },
    system_admin: { user_id: userId, source: 'command' },
    system_audit_entry: { actor_id: elsewhere.userId, action: `${word}.suspended`, person_id: userId },
    user_picture: { name: pictureOf(word), user_id: userId, uploaded_at: new Date() },
  }
  for (const [table, row] of Object.entries(rows))
    await world.database.pool.query(
      `insert into ${table} (${Object.keys(row).join()}) values (${Object.keys(row)
        .map((_, at) => `$${at + 1}`)
        .join()})`,
      Object.values(row),
    )
  const face = { contentType: 'image/png', cacheControl: 'private', maxBytes: 100 }
  await world.app.ports.storage.put(`picture/${pictureOf(word)}`, Buffer.from(`${word} face`), face)
  return { chatId, promptId }
}

const pictureOf = (word: string) => `${createHash('md5').update(word).digest('hex')}.png`

test('AUTH-14 an export contains what is kept about a person beside their content, and nothing of others', async () => {
  const [person, other] = [await world.signUp(), await world.signUp()]
  const { chatId, promptId } = await leaveTraces(person, 'oolong', other)
  await leaveTraces(other, 'rooibos', person)
  const { ownData, ports } = world.app
  const contents = await inSystem(world.database, async (trx) => {
    const parts = await Promise.all(ownData.map(({ read }) => read(trx, person.userId)))
    return Object.assign({}, ...parts) as Record<string, unknown>
  })
  expect(contents).toMatchObject({
    'chat-labels': [{ accountId: person.accountId, name: 'oolong label', chatIds: [chatId] }],
    'queued-questions': [{ chatId, question: 'oolong question', state: 'waiting' }],
    'template-versions': [
      { promptId, version: 1, promptText: 'About oolong' },
      { promptId, version: 2, promptText: 'More about oolong' },
    ],
    invitations: [{ accountId: other.accountId, role: 'member', state: 'pending' }],
    'accounts-left': [{ accountId: other.accountId }],
    'stopped-mail': [{ reason: 'bounce' }],
    'waiting-list': [{ language: 'oolong', invitedAt: null }],
    'system-administration': {
      granted: [{ source: 'command' }],
      entries: [
        { action: 'oolong.suspended', isByThem: false },
        { action: 'rooibos.suspended', isByThem: true },
      ],
    },
    'profile-pictures': [{ name: pictureOf('oolong') }],
  })
  expect(JSON.stringify(contents)).not.toMatch(/rooibos (?:label|question)|about rooibos/i)
  const files = await Promise.all(ownData.flatMap((part) => part.files?.(ports, person.userId) ?? []))
  const faces = files.flat().filter(({ path }) => path.startsWith('profile-pictures/'))
  expect(faces.map(({ path }) => path)).toEqual([`profile-pictures/${pictureOf('oolong')}`])
  expect(String(await faces[0]?.read())).toBe('oolong face')
})

/** The transaction, which adds the text of each statement to the list. */
const noting = (trx: Transaction, statements: string[]) =>
  trx.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'RawNode') statements.push(node.sqlFragments.join(' '))
      return node
    },
    transformResult: async ({ result }) => result,
  })
