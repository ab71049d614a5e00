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
    'pending_turn.asked_by',
    'prompt.private_to',
    'shaping_call.user_id',
    'unseen_chat.owner_id',
    'user_export.user_id',
  ],
  'notes of the server to itself, such as that a mail was sent': [
    'account_grant.user_id',
    'canvas_author.user_id',
    'canvas_presence.user_id',
    'credit_limit_warning.user_id',
    'daily_allowance.holder',
    'first_steps_dismissal.user_id',
    'mail_digest.user_id',
    'push_sent.user_id',
    'user_deletion.user_id',
  ],
  'what administrators did for an account or the installation: the export has the entries of its logs': [
    'logo.requested_by',
    'mail_stopped_address.stopped_by',
    'provider_change.actor_id',
    'sign_up_waiting.invited_by',
    'system_setting.changed_by',
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
      invited_by: elsewhere.userId,
    },
    removed_member: { account_id: elsewhere.accountId, user_id: userId },
    mail_stopped_address: { email, reason: 'bounce' },
    sign_up_waiting: { email, language: word },
    system_admin: { user_id: userId, source: 'command' },
    system_audit_entry: { actor_id: elsewhere.userId, action: `${word}.suspended`, person_id: userId },
    ...rowsOfTeam(person, word, elsewhere),
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

/** What a person did in their team, and what another did about them. */
function rowsOfTeam({ accountId, userId, roomId }: TestPerson, word: string, elsewhere: TestPerson) {
  const serverId = mintId('tool-server')
  const [canvasId, threadId, commentId] = [mintId('canvas'), mintId('thread'), mintId('comment')]
  const ofCanvas = { account_id: accountId, canvas_id: canvasId }
  return {
    invite_link: {
      account_id: accountId,
      id: mintId('link'),
      token_hash: word.padEnd(43, '-'),
      created_by: userId,
      expires_at: new Date(),
    },
    audit_entry: {
      account_id: accountId,
      actor_id: elsewhere.userId,
      action: `${word}.role-changed`,
      object_type: 'member',
      object_id: userId,
    },
    knowledge_base: {
      account_id: accountId,
      id: mintId('base'),
      room_id: roomId,
      name: `${word} base`,
      created_by: userId,
    },
    tool_server: {
      account_id: accountId,
      id: serverId,
      name: `${word} server`,
      prefix: word,
      url: 'https://tools.example.com',
      created_by: userId,
    },
    tool_server_sign_in: {
      account_id: accountId,
      server_id: serverId,
      issuer: `https://${word}.example.com`,
      client_sealed: 'sealed',
      signed_in_by: userId,
    },
    credit_request: {
      account_id: accountId,
      id: mintId('request'),
      user_id: elsewhere.userId,
      reason: `${word} reason of another`,
      state: 'refused',
      decided_at: new Date(),
      decided_by: userId,
      answer: `${word} answer`,
    },
    credit_grant: {
      account_id: accountId,
      id: mintId('grant'),
      amount_milli: 1000,
      frequency: 'once',
      reason: `${word} grant`,
      granted_by: userId,
    },
    payment_order: {
      account_id: accountId,
      id: mintId('order'),
      user_id: userId,
      kind: 'pack',
      item_name: `${word} pack`,
      item: {},
      credits: 500,
      member_credits: 0,
      currency: 'USD',
      net_minor: 1900,
      tax_minor: 0,
      buyer: { name: `${word} buyer` },
      seller: {},
      is_sandbox: true,
    },
    // Another's canvas, on which they worked.
    canvas: {
      account_id: accountId,
      id: canvasId,
      owner_id: elsewhere.userId,
      room_id: roomId,
      share: 'edit',
      title: `${word} canvas of another`,
      words: '',
    },
    canvas_version: { ...ofCanvas, number: 1, document: '', markdown: '', word_count: 0, bytes: 0 },
    canvas_version_author: { ...ofCanvas, number: 1, user_id: userId },
    canvas_thread: {
      ...ofCanvas,
      id: threadId,
      range: {},
      quote: `${word} quote`,
      resolved_at: new Date(),
      resolved_by: userId,
    },
    canvas_comment: {
      ...ofCanvas,
      thread_id: threadId,
      id: commentId,
      author_id: elsewhere.userId,
      text: `${word} comment of another`,
      words: '',
    },
    mention: {
      ...ofCanvas,
      comment_id: commentId,
      id: mintId('mention'),
      room_id: roomId,
      person_id: userId,
      mentioned_by: elsewhere.userId,
    },
  }
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
    'sign-in': { knownBrowsers: [{ lastUsedAt: expect.any(Date) }] },
    'accounts-created': [{ accountId: person.accountId }],
    'invitations-sent': { byMail: [{ accountId: person.accountId }], links: [{ useCount: 0 }] },
    'audit-entries': expect.arrayContaining([
      expect.objectContaining({ action: 'oolong.role-changed', isByThem: false }),
      expect.objectContaining({ action: 'account.created', isByThem: true }),
    ]),
    'rooms-created': [{ accountId: person.accountId, roomId: person.roomId }],
    'knowledge-bases-created': [{ name: 'oolong base' }],
    'tool-servers': {
      connected: [{ name: 'oolong server' }],
      signedIn: [{ issuer: 'https://oolong.example.com' }],
    },
    'credit-decisions': {
      requests: [{ state: 'refused', answer: 'oolong answer' }],
      grants: [{ reason: 'oolong grant' }],
    },
    orders: [{ itemName: 'oolong pack', netMinor: 1900, billingDetails: { name: 'oolong buyer' } }],
    'canvas-contributions': {
      versions: [{ number: 1 }],
      resolvedComments: [{ accountId: person.accountId }],
    },
    mentions: [{ accountId: person.accountId, roomId: person.roomId, chatId: null }],
  })
  expect(JSON.stringify(contents)).not.toMatch(/oolong (?:comment|canvas|reason) of another|sealed/)
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
