import {
  type ChatId,
  type ChatLink,
  contract,
  type LinkAudience,
  type LinkedChat,
  limits,
  mintId,
  type RoomId,
  type TurnId,
} from '@atrium/contract'
import { holdAnswer } from '@atrium/sandbox'
import {
  ApiFailure,
  call,
  colleagueOf,
  readEvents,
  send,
  startWorld,
  type TestPerson,
  type World,
} from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { eraseQuestionsOfPerson } from '../history/erase-questions-of-person.ts'

let world: World
let owner: TestPerson
let member: TestPerson
let outsider: TestPerson
let roomId: RoomId

beforeAll(async () => {
  world = await startWorld({ databaseHost: inject('databaseHost') })
  world.model.script('*', [{ text: 'From **Anhui**.' }, { finish: 'stop' }])
})
afterAll(() => world.close())

/** An account of its own for each test, since some end it. */
beforeEach(async () => {
  owner = await world.signUp({ name: 'Kim Owner' })
  member = await colleagueOf(world, owner, { name: 'Mai Member' })
  outsider = await world.signUp({ name: 'Finn Foreign' })
  const { data: room } = await call('createRoom', owner.api, {
    params: { accountId: owner.accountId },
    body: { name: 'Tea', access_type: 'PRIVATE' },
  })
  roomId = room.id
  Object.assign(owner.api, { roomId })
})

async function askAs(person: TestPerson, question: string, more: Parameters<TestPerson['ask']>[1] = {}) {
  const asked = await person.ask(question, more)
  await readEvents(asked.response)
  return asked
}

type Made = { chatId: ChatId; turnId: TurnId; link: ChatLink; token: string }

async function makeLink(
  audience: LinkAudience = 'account',
  question = 'Where is keemun from?',
): Promise<Made> {
  const { chatId, turnId } = await askAs(owner, question)
  return await linkTo({ chatId, turnId }, audience)
}
async function linkTo(
  { chatId, turnId }: Pick<Made, 'chatId' | 'turnId'>,
  audience: LinkAudience,
): Promise<Made> {
  const { message } = await call('createChatLink', owner.api, {
    params: { chatId },
    body: { turnId, audience },
  })
  const token = /\/shared\/([\w-]{22})$/.exec(message.url)?.[1] ?? ''
  return { chatId, turnId, link: message.link, token }
}
const allow = (allowsPublicLinks: boolean) =>
  call('changeAccountSettings', owner.api, { params: { id: owner.accountId }, body: { allowsPublicLinks } })

/** What somebody with the link sees: the copy, or the error's code. */
const seenBy = async (
  person: TestPerson | null,
  { token }: { token: string },
): Promise<LinkedChat | string> => {
  const opening =
    person === null
      ? call('openChatLink', { url: world.url }, { params: { token } })
      : call('openChatLinkSignedIn', { url: world.url, token: person.api.token }, { params: { token } })
  return await opening.then(
    ({ message }) => message,
    (error: unknown) => (error instanceof ApiFailure ? error.reply.code : String(error)),
  )
}
const outcomes = async (made: { token: string }) => {
  const brief = (seen: LinkedChat | string) => (typeof seen === 'string' ? seen : 'ok')
  const [ofOwner, ofMember, ofOutsider, ofAnybody] = await Promise.all(
    [owner, member, outsider, null].map((person) => seenBy(person, made)),
  )
  return [ofOwner, ofMember, ofOutsider, ofAnybody].map((seen) => brief(seen ?? ''))
}
const gone = ['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']
const codeOf = (calling: Promise<unknown>): Promise<string> =>
  calling.then(
    () => 'ok',
    (error: unknown) => (error instanceof ApiFailure ? error.reply.code : String(error)),
  )

test('CHAT-11 a link opens a copy for members of its account and, once the account allows it, for anyone', async () => {
  expect(await outcomes(await makeLink())).toEqual(['ok', 'ok', 'NOT_FOUND', 'UNAUTHENTICATED'])
  const { chatId, turnId } = await askAs(owner, 'Where is keemun from?')
  expect(await codeOf(linkTo({ chatId, turnId }, 'anyone'))).toBe('FORBIDDEN')
  await allow(true)
  const open = await linkTo({ chatId, turnId }, 'anyone')
  expect(await outcomes(open)).toEqual(['ok', 'ok', 'ok', 'ok'])
})

test('CHAT-11 the copy is frozen: later questions, edits and titles change nothing in it', async () => {
  const made = await makeLink()
  await call('changeChat', owner.api, {
    params: { chatId: made.chatId },
    body: { chatTitle: 'Another title' },
  })
  await askAs(owner, 'And oolong?', { chatId: made.chatId, parentTurnId: made.turnId })
  const seen = (await seenBy(member, made)) as LinkedChat
  expect(seen.title).toBe(made.link.title)
  expect(seen.turns).toEqual([
    {
      ...{ authorName: 'Kim Owner', question: 'Where is keemun from?', answer: 'From **Anhui**.' },
      ...{
        modelName: expect.any(String),
        sandbox: expect.any(Boolean),
        state: 'answered',
        sources: [],
        leftOutCount: 0,
      },
      askedAt: expect.any(String),
    },
  ])
})

test('CHAT-11 only the visible branch is copied, and a running answer is left out', async () => {
  const first = await askAs(owner, 'First?')
  await askAs(owner, 'A branch?', { chatId: first.chatId, parentTurnId: first.turnId })
  const other = await askAs(owner, 'Another branch?', { chatId: first.chatId, parentTurnId: first.turnId })
  const seen = (await seenBy(
    owner,
    await linkTo({ chatId: first.chatId, turnId: other.turnId }, 'account'),
  )) as LinkedChat
  expect(seen.turns.map(({ question }) => question)).toEqual(['First?', 'Another branch?'])
  await sql`update turn set state = 'open', ended_at = null where id = ${other.turnId}`.execute(
    world.database.kysely,
  )
  const running = await linkTo({ chatId: first.chatId, turnId: other.turnId }, 'account')
  expect(((await seenBy(owner, running)) as LinkedChat).turns).toHaveLength(1)
})

test('CHAT-11 PERM-05 readers outside of the account see no names of people and files, and no passages', async () => {
  await allow(true)
  await call('addRoomMembers', owner.api, {
    params: { roomId },
    body: [{ id: member.userId, membership_type: 'MEMBER' }],
  })
  const { chatId, turnId } = await askAs(owner, '@Mai Member, where is keemun from?', {
    ask: {
      kind: 'question',
      messageId: mintId('message'),
      text: '@Mai Member, where is keemun from?',
      mentions: [{ kind: 'person', id: member.userId, start: 0, length: 11 }],
    },
  })
  const source = { number: 1, fileId: mintId('file'), fileName: 'secret.pdf', excerpt: 'A secret passage' }
  const parts = JSON.stringify([
    { type: 'text', id: 'text-1', text: 'From Anhui [1] [2].' },
    { type: 'reasoning', id: 'reasoning-1', text: 'A hidden thought' },
    {
      ...{ type: 'sources', id: 'sources', unsupported: null, trace: { wholeFiles: [], unreadFiles: [] } },
      sources: [{ ...source, of: { kind: 'context', roomId }, first: 0, last: 0, place: {} }],
    },
    {
      ...{ type: 'web', id: 'web', service: 'SearXNG', sandbox: true, searches: [] },
      sources: [
        {
          number: 2,
          url: 'https://tea.example/',
          title: 'Tea',
          host: 'tea.example',
          text: 'Keemun',
          isRead: true,
          publishedOn: null,
        },
      ],
    },
  ])
  await sql`update turn set parts = ${parts}::jsonb where id = ${turnId}`.execute(world.database.kysely)
  const made = await linkTo({ chatId, turnId }, 'anyone')
  for (const reader of [null, outsider]) {
    const seen = (await seenBy(reader, made)) as LinkedChat
    expect(seen.turns[0]).toMatchObject({
      authorName: null,
      question: '@…, where is keemun from?',
      sources: [
        { number: 1, name: null, excerpt: null, url: null },
        { number: 2, name: 'Tea', excerpt: 'Keemun', url: 'https://tea.example/' },
      ],
    })
    expect(JSON.stringify(seen)).not.toMatch(/secret|hidden|Mai|Kim|_[0-9a-f]{8}-/i)
  }
  // The file is of a room that the member may not use (it is missing), so even they see only its number.
  expect(((await seenBy(member, made)) as LinkedChat).turns[0]).toMatchObject({
    authorName: 'Kim Owner',
    question: '@Mai Member, where is keemun from?',
    sources: [
      { number: 1, name: null },
      { number: 2, name: 'Tea' },
    ],
  })
})

const ends: [string, (made: Made) => Promise<unknown>][] = [
  [
    'is revoked',
    ({ chatId, link }) =>
      call('revokeChatLink', owner.api, { params: { chatId, chatLinkId: link.chatLinkId } }),
  ],
  [
    'has expired',
    ({ link }) =>
      sql`update chat_link set expires_at = now() where id = ${link.chatLinkId}`.execute(
        world.database.kysely,
      ),
  ],
  ['is of a deleted chat', ({ chatId }) => call('deleteChat', owner.api, { params: { chatId } })],
  [
    'is of a chat that was deleted among others',
    ({ chatId }) => call('changeChats', owner.api, { body: { action: 'delete', chatIds: [chatId] } }),
  ],
  [
    'is of a chat that is shared no more',
    ({ chatId }) => call('shareChat', owner.api, { params: { chatId }, body: { share: 'none' } }),
  ],
  [
    'is of a deleted room',
    () => call('deleteRoom', owner.api, { params: { accountId: owner.accountId, roomId } }),
  ],
  ['is of a deleted account', () => call('deleteAccount', owner.api, { params: { id: owner.accountId } })],
  ['is for anyone in an account that allows no such links any more', () => allow(false)],
]
test.each(ends)('CHAT-11 a link that %s is gone for everybody, and stays gone', async (_, end) => {
  await allow(true)
  const made = await makeLink('anyone')
  expect(await outcomes(made)).toEqual(['ok', 'ok', 'ok', 'ok'])
  await end(made)
  expect(await outcomes(made)).toEqual(gone)
  expect(
    await codeOf(
      call('copyChatLink', outsider.api, {
        params: { token: made.token },
        body: { roomId: outsider.api.roomId as RoomId },
      }),
    ),
  ).toBe('NOT_FOUND')
})

test('CHAT-11 links that ended do not return with a restored chat or a setting that is switched on again', async () => {
  await allow(true)
  const [one, two] = [await makeLink('anyone'), await makeLink('anyone')]
  await call('deleteChat', owner.api, { params: { chatId: one.chatId } })
  await call('restoreChat', owner.api, { params: { chatId: one.chatId } })
  await allow(false)
  await allow(true)
  expect([await outcomes(one), await outcomes(two)]).toEqual([gone, gone])
})

test('CHAT-11 the links of a member who leaves the account end, and stay ended when they return', async () => {
  const { data: room } = await call('createRoom', owner.api, {
    params: { accountId: owner.accountId },
    body: { name: 'Open', access_type: 'PUBLIC' },
  })
  Object.assign(member.api, { roomId: room.id })
  const { chatId, turnId } = await askAs(member, 'Where is keemun from?')
  const { message } = await call('createChatLink', member.api, { params: { chatId }, body: { turnId } })
  const token = message.url.slice(-22)
  expect(await codeOf(call('openChatLinkSignedIn', owner.api, { params: { token } }))).toBe('ok')
  await call('removeMember', owner.api, { params: { id: owner.accountId }, query: { userId: member.userId } })
  expect(await codeOf(call('openChatLinkSignedIn', owner.api, { params: { token } }))).toBe('NOT_FOUND')
  await sql`insert into membership (account_id, user_id, role) values (${owner.accountId}, ${member.userId}, 'member')`.execute(
    world.database.kysely,
  )
  expect(await codeOf(call('openChatLinkSignedIn', owner.api, { params: { token } }))).toBe('NOT_FOUND')
})

test('R11 PERM-05 others of the room neither make nor list nor revoke links; admins of the room may end them', async () => {
  const admin = await colleagueOf(world, owner, { name: 'Ada Admin' })
  await call('addRoomMembers', owner.api, {
    params: { roomId },
    body: [
      { id: member.userId, membership_type: 'MEMBER' },
      { id: admin.userId, membership_type: 'ADMIN' },
    ],
  })
  for (const { api } of [member, admin]) Object.assign(api, { roomId })
  const { chatId, turnId } = await askAs(owner, 'Where is keemun from?')
  await call('shareChat', owner.api, { params: { chatId }, body: { share: 'open' } })
  const { link } = await linkTo({ chatId, turnId }, 'account')
  const tries = async (person: TestPerson) => [
    await codeOf(call('createChatLink', person.api, { params: { chatId }, body: { turnId } })),
    await codeOf(call('listChatLinks', person.api, { params: { chatId } })),
    await codeOf(call('revokeChatLink', person.api, { params: { chatId, chatLinkId: link.chatLinkId } })),
  ]
  expect(await tries(member)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'])
  expect(await tries(outsider)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
  expect(await tries(admin)).toEqual(['FORBIDDEN', 'ok', 'ok'])
  const { message } = await call('listChatLinks', owner.api, { params: { chatId } })
  expect(message.links.map(({ state }) => state)).toEqual(['revoked'])
})

test('CHAT-11 the list counts the views of others, and the database stores no name of a link', async () => {
  const made = await makeLink()
  await seenBy(owner, made)
  await seenBy(member, made)
  await seenBy(member, made)
  await seenBy(outsider, made)
  const { message } = await call('listChatLinks', owner.api, { params: { chatId: made.chatId } })
  expect(message).toMatchObject({
    allowsAnyone: false,
    links: [{ viewCount: 2, state: 'open', turnCount: 1 }],
  })
  const stored = await sql<{ row: string }>`select chat_link::text as row from chat_link`.execute(
    world.database.kysely,
  )
  expect(stored.rows.map(({ row }) => row).join()).not.toContain(made.token)
})

test('CHAT-11 whoever may open a link continues in a private copy of the texts, once per link', async () => {
  await allow(true)
  const made = await makeLink('anyone')
  const room = outsider.api.roomId as RoomId
  const copy = (person: TestPerson, into: RoomId) =>
    call('copyChatLink', person.api, { params: { token: made.token }, body: { roomId: into } })
  const { message: first } = await copy(outsider, room)
  const { message: again } = await copy(outsider, room)
  expect(again).toEqual(first)
  const { message: chat } = await call('getChat', outsider.api, { params: { chatId: first.chatId } })
  expect(chat).toMatchObject({ relation: 'owner', share: 'none', chatTitle: made.link.title })
  expect(chat.turns.map(({ question, parts }) => [question.text, question.authorId, parts])).toEqual([
    ['Where is keemun from?', outsider.userId, [{ type: 'text', id: 'text-1', text: 'From **Anhui**.' }]],
  ])
  expect(await codeOf(copy(outsider, roomId))).toBe('NOT_FOUND')
  await askAs(outsider, 'And oolong?', { chatId: first.chatId, parentTurnId: chat.currentTurnId })
  const { token } = await makeLink()
  const refused = call('copyChatLink', outsider.api, { params: { token }, body: { roomId: room } })
  expect(await codeOf(refused)).toBe('NOT_FOUND')
})

test('CHAT-11 C09 the questions of an erased person disappear from links to chats of others', async () => {
  await call('addRoomMembers', owner.api, {
    params: { roomId },
    body: [{ id: member.userId, membership_type: 'MEMBER' }],
  })
  Object.assign(member.api, { roomId })
  const first = await askAs(owner, 'First?')
  await call('shareChat', owner.api, { params: { chatId: first.chatId }, body: { share: 'open' } })
  const second = await askAs(member, 'A private matter?', {
    chatId: first.chatId,
    parentTurnId: first.turnId,
  })
  const made = await linkTo({ chatId: first.chatId, turnId: second.turnId }, 'account')
  await eraseQuestionsOfPerson(world.database, member.userId)
  const seen = (await seenBy(owner, made)) as LinkedChat
  expect(seen.turns.map(({ question, answer }) => [question, answer])).toEqual([
    ['First?', 'From **Anhui**.'],
    ['', ''],
  ])
})

test('CHAT-11 ACC-08 making and ending links, and the setting, are in the audit log without titles', async () => {
  await allow(true)
  const made = await makeLink('anyone', 'What is the zephyr project?')
  await allow(false)
  const { data } = await call('listAudit', owner.api, { params: { id: owner.accountId }, query: {} })
  const entries = data.filter(({ action }) => /link/.test(action))
  expect(entries.map(({ action, details }) => [action, details])).toEqual([
    ['account.links-changed', { from: true, to: false }],
    ['chat.link-revoked', { roomId }],
    ['chat.link-created', { roomId, audience: 'anyone', expiresInDays: limits.usualLinkDays }],
    ['account.links-changed', { from: false, to: true }],
  ])
  expect(JSON.stringify(entries)).not.toMatch(/zephyr/)
  expect(JSON.stringify(entries)).not.toContain(made.token)
})

test('CHAT-11 the page and the reply of a link keep search engines out; a missing link has the status 404', async () => {
  await allow(true)
  const { token } = await makeLink('anyone')
  const reply = await fetch(`${world.url}/api/shared/${token}`)
  expect([reply.status, reply.headers.get('x-robots-tag'), reply.headers.get('cache-control')]).toEqual([
    200,
    'noindex, nofollow',
    'private, no-store',
  ])
})

test('CHAT-11 T03 R11 holders of a link get no stream of the chat, and nothing that changes it', async () => {
  await allow(true)
  const { chatId, turnId } = await makeLink('anyone')
  const answer = holdAnswer()
  world.model.script('*', answer.respond, { times: 1 })
  const running = await owner.ask('And oolong?', { chatId, parentTurnId: turnId })
  await answer.asked
  answer.say('From Fujian')
  for (const person of [member, outsider])
    for (const lastEventId of [null, '1']) {
      const api = {
        ...person.api,
        ...(lastEventId !== null && { headers: { 'last-event-id': lastEventId } }),
      }
      const attached = await send(contract.readAnswer, api, { params: { turnId: running.turnId } })
      expect([attached.status, await attached.text()]).toEqual([404, expect.not.stringContaining('Fujian')])
    }
  for (const person of [member, outsider]) {
    const chat = { params: { chatId } }
    const asked = await person.ask('More?', { chatId, parentTurnId: turnId })
    expect([403, 404]).toContain(asked.response.status)
    await asked.response.text()
    expect([
      await codeOf(call('getChat', person.api, chat)),
      await codeOf(call('changeChat', person.api, { ...chat, body: { chatTitle: 'Mine' } })),
      await codeOf(call('deleteChat', person.api, chat)),
      await codeOf(call('shareChat', person.api, { ...chat, body: { share: 'open' } })),
      await codeOf(call('stopAnswer', person.api, { params: { turnId: running.turnId } })),
    ]).toEqual(Array.from({ length: 5 }, () => 'NOT_FOUND'))
  }
  answer.finish()
  await running.response.text()
})

test('CHAT-11 guesses of names are limited per network address', async () => {
  const guess = () => seenBy(null, { token: 'B'.repeat(22) })
  const codes = new Set<unknown>()
  for (let count = 0; count <= limits.maxLinkGuessesPerMinute; count += 1) codes.add(await guess())
  expect([...codes]).toEqual(['NOT_FOUND', 'RATE_LIMITED'])
})
