import {
  type AccountId,
  type AccountRole,
  type BaseId,
  type ChatId,
  type FileId,
  mintId,
  type PromptId,
  type RoomId,
  type ScheduleId,
  type TurnId,
} from '@atrium/contract'
import { grantMonth, monthOf } from '@atrium/server/credits/index.ts'
import type { TestClock } from '@atrium/server/platform/clock.ts'
import { inTenant } from '@atrium/server/platform/database/index.ts'
import { addRoomMember, createRoom } from '@atrium/server/rooms/index.ts'
import { sql } from 'kysely'
import { type ApiSettings, call } from './api-client.ts'
import { testPlans } from './people.ts'
import { readEvents } from './read-events.ts'
import type { Things } from './sound-requests/index.ts'
import { uploadContextFile } from './upload-context-file.ts'
import { systemAdminEmail, type TestPerson, type World } from './world.ts'

export type Side = 'A' | 'B'

/** A caller, signed in or not, with everything that determines their permissions. */
export type Principal = {
  name: string
  credentials: Pick<ApiSettings, 'token' | 'cookie'>
  /** Whether the access token is valid; and the result of a refresh. */
  isSignedIn: boolean
  refresh: 'ok' | 'UNAUTHENTICATED' | 'SESSION_ENDED'
  hasAcceptedTerms: boolean
  isSystemAdmin: boolean
  roles: Partial<Record<Side, AccountRole>>
  /** The accounts whose room they may use and edit, and where they own the chat. */
  usesRoomOf: readonly Side[]
  editsRoomOf: readonly Side[]
  ownsChatOf: readonly Side[]
}

export type TwoAccounts = {
  principals: Principal[]
  things: Record<Side, Things>
  /** The author of the question in account A. */
  am: TestPerson
}

/** Objects without an owner. */
export const nobodysThings = (): Things => ({
  accountId: mintId('account'),
  roomId: mintId('room'),
  fileId: mintId('file'),
  baseId: mintId('base'),
  accountBaseId: mintId('base'),
  chatId: mintId('chat'),
  turnId: mintId('turn'),
  promptId: mintId('prompt'),
  canvasId: mintId('canvas'),
  threadId: mintId('thread'),
  commentId: mintId('comment'),
  invocationId: mintId('invocation'),
  scheduleId: mintId('schedule'),
})

/**
 * Two accounts with every kind of caller. A has an owner, an admin, a member, a member outside its private room, an invited person and a
 * removed person; the chat of A belongs to the member, in the private room, that of B to its owner, also in a private room. The model
 * `test-model` must be ready to answer twice. Advances the clock.
 */
export async function createTwoAccounts(world: World, clock: TestClock): Promise<TwoAccounts> {
  // An hour before the others, so that this token is over by then and the session is not.
  const late = await world.signUp({ withAccount: false })
  clock.advance(60 * 60_000)
  const [ao, bo] = [await world.signUp({ name: 'Ao Owner' }), await world.signUp({ name: 'Bo Owner' })]
  const [aa, am, an, ai, ar, stranger, newcomer, gone] = await Promise.all(
    Array.from({ length: 8 }, () => world.signUp({ withAccount: false })),
  ).then(
    (people) =>
      people as [
        TestPerson,
        TestPerson,
        TestPerson,
        TestPerson,
        TestPerson,
        TestPerson,
        TestPerson,
        TestPerson,
      ],
  )
  const systemAdmin = await world.signUp({ withAccount: false, email: systemAdminEmail })
  const join = (person: TestPerson, role: AccountRole, status: 'JOINED' | 'INVITED' = 'JOINED') =>
    sql`insert into membership (account_id, user_id, role, status)
      values (${ao.accountId}, ${person.userId}, ${role}, ${status})`.execute(world.database.kysely)
  await join(aa, 'admin')
  await join(am, 'member')
  await join(an, 'member')
  await join(ai, 'admin', 'INVITED')
  await join(ar, 'admin')
  await call('removeMember', ao.api, { params: { id: ao.accountId }, query: { userId: ar.userId } })

  await inTenant(world.database, { accountId: ao.accountId, userId: am.userId }, (trx) =>
    grantMonth(trx, {
      accountId: ao.accountId,
      plan: testPlans.named('Basic'),
      period: monthOf(clock.now()),
      // All who joined: otherwise the product grants it within minutes, during the tests.
      userIds: [aa.userId, am.userId, an.userId],
    }),
  )
  const privateRoom = await openPrivateRoom(world, ao, am)
  Object.assign(bo.api, { roomId: await openPrivateRoom(world, bo, bo) })
  Object.assign(am.api, { accountId: ao.accountId, roomId: privateRoom })
  await forgetTerms(world, newcomer)
  await call('signOut', gone.api, { body: { everywhere: false } })

  const nobody = {
    roles: {},
    usesRoomOf: [],
    editsRoomOf: [],
    ownsChatOf: [],
    hasAcceptedTerms: true,
    isSystemAdmin: false,
  }
  const signedIn = (person: TestPerson) => ({
    ...nobody,
    credentials: { token: person.api.token ?? '', cookie: person.cookie },
    isSignedIn: true,
    refresh: 'ok' as const,
  })
  const notSignedIn = { ...nobody, isSignedIn: false, refresh: 'UNAUTHENTICATED' as const }
  const principals: Principal[] = [
    { name: 'anon', ...notSignedIn, credentials: {} },
    {
      name: 'garbage token',
      ...notSignedIn,
      credentials: { token: 'not.a.token', cookie: 'atrium.session_token=x' },
    },
    { name: 'expired token', ...signedIn(late), isSignedIn: false },
    { name: 'ended session', ...signedIn(gone), isSignedIn: false, refresh: 'SESSION_ENDED' },
    { name: 'terms not accepted', ...signedIn(newcomer), hasAcceptedTerms: false },
    { name: 'X in no account', ...signedIn(stranger) },
    { name: 'Sa system administrator', ...signedIn(systemAdmin), isSystemAdmin: true },
    { name: 'Ai invited to A', ...signedIn(ai) },
    { name: 'Ar removed from A', ...signedIn(ar) },
    { name: 'An outside the room', ...signedIn(an), roles: { A: 'member' } },
    { name: 'Am member', ...signedIn(am), roles: { A: 'member' }, usesRoomOf: ['A'], ownsChatOf: ['A'] },
    { name: 'Aa admin', ...signedIn(aa), roles: { A: 'admin' } },
    { name: 'Ao owner', ...signedIn(ao), roles: { A: 'owner' }, usesRoomOf: ['A'], editsRoomOf: ['A'] },
    {
      name: 'Bo owner of B',
      ...signedIn(bo),
      roles: { B: 'owner' },
      usesRoomOf: ['B'],
      editsRoomOf: ['B'],
      ownsChatOf: ['B'],
    },
  ]
  return {
    principals,
    am,
    things: {
      A: {
        accountId: ao.accountId,
        roomId: privateRoom,
        fileId: await addFile(ao, privateRoom),
        baseId: await addBase(world, ao, privateRoom),
        accountBaseId: await addBase(world, ao, null),
        promptId: await addPrompt(ao, privateRoom),
        ...(await addCanvas(ao, privateRoom)),
        ...(await askOnce(world, am)),
      },
      B: {
        accountId: bo.accountId,
        roomId: bo.api.roomId as RoomId,
        fileId: await addFile(bo, bo.api.roomId as RoomId),
        baseId: await addBase(world, bo, bo.api.roomId as RoomId),
        accountBaseId: await addBase(world, bo, null),
        promptId: await addPrompt(bo, bo.api.roomId as RoomId),
        ...(await addCanvas(bo, bo.api.roomId as RoomId)),
        ...(await askOnce(world, bo)),
      },
    },
  }
}

async function openPrivateRoom(world: World, owner: TestPerson, member: TestPerson): Promise<RoomId> {
  const actor: { accountId: AccountId; userId: TestPerson['userId'] } = owner
  return await inTenant(world.database, actor, async (trx) => {
    const room = await createRoom(trx, actor, { name: 'Finance', accessType: 'PRIVATE' })
    await addRoomMember(trx, actor, { roomId: room.id, userId: member.userId, membershipType: 'MEMBER' })
    return room.id
  })
}

/** Undoes `signUp`, and issues a new token that reflects it. */
async function forgetTerms(world: World, person: TestPerson): Promise<void> {
  await sql`update user_profile set terms_accepted_at = null where user_id = ${person.userId}`.execute(
    world.database.kysely,
  )
  person.api.token = (await call('refreshToken', person.api, {})).data.accessToken
}

/** A text in the context of the room, by its owner. */
async function addFile(owner: TestPerson, roomId: RoomId): Promise<FileId> {
  const api = { ...owner.api, url: owner.api.url, roomId }
  await uploadContextFile(api, { name: 'notes.txt', bytes: Buffer.from('Tea is older.') })
  const { data } = await call('listContextFiles', api, { params: { roomId }, query: {} })
  return data[0]?.id as FileId
}

/** An empty base of the room, or of the whole account, in an account whose plan has bases from here on. */
async function addBase(world: World, owner: TestPerson, roomId: RoomId | null): Promise<BaseId> {
  await sql`update account set plan_name = 'Team' where id = ${owner.accountId}`.execute(
    world.database.kysely,
  )
  const { roomId: _ofPerson, ...api } = owner.api
  const { data } = await call(
    'createKnowledgeBase',
    { ...api, url: owner.api.url, ...(roomId && { roomId }) },
    { body: { files: [], rag_name: 'Tea', ip_type: 'FILE_UPLOAD' } },
  )
  return data.id
}

/** A template that the room's owner shares with it. */
async function addPrompt(owner: TestPerson, roomId: RoomId): Promise<PromptId> {
  const body = { title: 'Tea', promptText: 'Which #{kind}# tea?', source: 'room' as const, roomId }
  return (await call('createPrompt', owner.api, { body })).data.promptId
}

/** A canvas that the room's owner shares with it, with a comment of theirs. */
async function addCanvas(
  owner: TestPerson,
  roomId: RoomId,
): Promise<Pick<Things, 'canvasId' | 'threadId' | 'commentId'>> {
  const { message } = await call('createCanvas', owner.api, { body: { roomId, markdown: '# Tea' } })
  await call('shareCanvas', owner.api, { body: { canvasId: message.canvasId, share: 'edit' } })
  const { canvasId } = message
  const { message: thread } = await call('beginCanvasThread', owner.api, {
    params: { canvasId },
    body: { range: null, text: 'Which tea?' },
  })
  return {
    canvasId,
    threadId: thread.threadId,
    commentId: thread.comments[0]?.commentId ?? mintId('comment'),
  }
}

/** Asks a question; its answer is made one of an ended job, and its owner has a schedule. */
async function askOnce(
  world: World,
  person: TestPerson,
): Promise<Pick<Things, 'chatId' | 'turnId' | 'invocationId' | 'scheduleId'>> {
  const { chatId, turnId, response } = await person.ask('Which is older, tea or coffee?')
  if (!response.ok) throw new Error(`The question of the account was refused: ${await response.text()}`)
  await readEvents(response)
  const invocationId = mintId('invocation')
  await sql`
    insert into agent_job (account_id, id, turn_id, chat_id, room_id, user_id, kind, state, budget_milli, ended_at)
    select account_id, ${invocationId}, ${turnId}, id, room_id, owner_id, 'research', 'completed', 1000, now()
    from chat where id = ${chatId}`.execute(world.database.kysely)
  return { chatId, turnId: turnId as TurnId, invocationId, scheduleId: await addSchedule(world, chatId) }
}

/** A paused schedule of a chat's owner, with a run that no process takes. */
async function addSchedule(world: World, chatId: ChatId): Promise<ScheduleId> {
  const scheduleId = mintId('schedule')
  const rule = { interval: 'daily', time: '08:00', timeZone: 'UTC', weekday: 1, dayOfMonth: 1 }
  const question = { text: 'Which tea?', modelId: 'test-model', style: 'quick' }
  await sql`
    insert into schedule (account_id, id, room_id, user_id, title, question, rule, state, pause_reason)
    select account_id, ${scheduleId}, room_id, owner_id, 'Tea', ${JSON.stringify(question)}::jsonb,
      ${JSON.stringify(rule)}::jsonb, 'paused', 'owner' from chat where id = ${chatId}`.execute(
    world.database.kysely,
  )
  await sql`
    insert into schedule_run (account_id, schedule_id, due_at, chat_id, turn_id, message_id, lease_expires_at)
    select account_id, id, now(), ${mintId('chat')}, ${mintId('turn')}, ${mintId('message')}, 'infinity'
    from schedule where id = ${scheduleId}`.execute(world.database.kysely)
  return scheduleId
}
