import {
  type AccountId,
  type ChatId,
  type ErrorCode,
  errorCodes,
  type FileId,
  limits,
  type QueueQuestion,
  type QueuedQuestion,
  type TurnId,
  type UserId,
} from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import {
  type Database,
  inSystem,
  jsonText,
  refuseIf,
  type Statement,
  statement,
  type TenantTransaction,
} from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Actor, requireChat } from '../access.ts'

type ChatKey = { accountId: AccountId; chatId: ChatId }

/**
 * Queues a question in a chat that is open for questions. Repeating it queues it once, also when it has become a turn meanwhile.
 * Throws NOT_FOUND, FORBIDDEN, CONFLICT for a chat that is not open, QUEUE_FULL.
 */
export async function queueQuestion(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
  question: QueueQuestion,
): Promise<void> {
  const { accountId, userId } = actor
  // Locked, so that a question is queued either before the chat's sharing ends, or not at all.
  const chat = await requireChat(trx, actor, chatId, 'ask', { isLocked: true })
  const { turnId, afterTurnId } = question
  const known = await sql<{ ofThis: boolean }>`
    select chat_id = ${chatId} and asked_by = ${userId} as "ofThis" from turn where account_id = ${accountId} and id = ${turnId}
    union all
    select chat_id = ${chatId} and author_id = ${userId} from queued_question
    where account_id = ${accountId} and id = ${turnId}`.execute(trx)
  if (known.rows.length > 0) return known.rows[0]?.ofThis ? undefined : fail('IDEMPOTENCY_KEY_REUSED')
  if (chat.share !== 'open') fail('CONFLICT')
  const after = await sql`
    select from turn where account_id = ${accountId} and chat_id = ${chatId} and id = ${afterTurnId}`.execute(
    trx,
  )
  if (after.rows.length === 0) fail('NOT_FOUND')
  const queued = await sql`
    insert into queued_question (account_id, id, chat_id, author_id, after_turn_id, question_text, request)
    select ${accountId}, ${turnId}, ${chatId}, ${userId}, ${afterTurnId}, ${question.ask.text}, ${jsonText(question)}::jsonb
    from queued_question where account_id = ${accountId} and chat_id = ${chatId} and state <> 'returned'
    having count(*) < ${limits.maxQueuedQuestions}::int
      and count(*) filter (where author_id = ${userId}) < ${limits.maxQueuedQuestionsPerPerson}::int
    returning id`.execute(trx)
  if (queued.rows.length === 0) fail('QUEUE_FULL')
}

/** A question of a chat's queue, and the person acting on it. */
type OwnQueued = { actor: Actor; chatId: ChatId; turnId: TurnId }

/**
 * Removes a question from the queue. Its author can remove it without access to the chat; others as the policy says. Returns
 * whether it was there.
 */
export async function removeQueued(trx: TenantTransaction, queued: OwnQueued): Promise<boolean> {
  const { actor, chatId, turnId } = queued
  const authorId = await authorOf(trx, queued)
  if (authorId !== actor.userId) await requireQueueRight(trx, queued, authorId)
  const removed = await sql`
    delete from queued_question
    where account_id = ${actor.accountId} and chat_id = ${chatId} and id = ${turnId}
      and (author_id = ${actor.userId} or state <> 'returned')
    returning id`.execute(trx)
  return removed.rows.length > 0
}

/** Confirms that a queued question is still wanted though the answer before it was stopped. */
export async function confirmQueued(trx: TenantTransaction, queued: OwnQueued): Promise<void> {
  const { actor, chatId, turnId } = queued
  await requireQueueRight(trx, queued, await authorOf(trx, queued))
  await sql`
    update queued_question set state = 'confirmed'
    where account_id = ${actor.accountId} and chat_id = ${chatId} and id = ${turnId} and state in ('waiting', 'asking')`.execute(
    trx,
  )
}

/** Throws the policy's error for people who may not act on this question of the queue. */
const requireQueueRight = async (
  trx: TenantTransaction,
  { actor, chatId }: OwnQueued,
  askedBy: UserId | null,
): Promise<unknown> => await requireChat(trx, actor, chatId, 'queue', askedBy ? { askedBy } : {})

async function authorOf(
  trx: TenantTransaction,
  { actor: { accountId }, chatId, turnId }: OwnQueued,
): Promise<UserId | null> {
  const found = await sql<{ authorId: UserId }>`
    select author_id as "authorId" from queued_question
    where account_id = ${accountId} and chat_id = ${chatId} and id = ${turnId}`.execute(trx)
  return found.rows[0]?.authorId ?? null
}

type QueuedRow = Omit<QueuedQuestion, 'queuedAt' | 'reason' | 'files' | 'attachmentCount'> & {
  chatId: ChatId
  reason: string | null
  queuedAt: Date
  attachments: FileId[]
}

const columns = sql`
  queued_question.id as "turnId", queued_question.chat_id as "chatId", question_text as text,
  json_build_object('id', author.id, 'name', author.name, 'pictureUrl', author.image) as author,
  coalesce(request -> 'ask' -> 'mentions', '[]') as mentions, coalesce(request -> 'ask' -> 'attachments', '[]') as attachments,
  coalesce(request -> 'ask' -> 'canvasIds', '[]') as "canvasIds",
  case state when 'confirmed' then 'waiting' else state end as state, reason, queued_at as "queuedAt"`

/** Returns the queue of a chat that the actor may read, in order: the waiting questions, and those returned to the actor. */
export async function queueOf(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
): Promise<QueuedQuestion[]> {
  const found = await sql<QueuedRow>`
    select ${columns} from queued_question join identity_user as author on author.id = author_id
    where account_id = ${actor.accountId} and chat_id = ${chatId} and (state <> 'returned' or author_id = ${actor.userId})
    order by number`.execute(trx)
  return await presented(trx, actor, found.rows)
}

/** Returns the actor's questions that could not start, latest first. */
export async function returnedTo(
  trx: TenantTransaction,
  actor: Actor,
): Promise<(QueuedQuestion & { chatId: ChatId })[]> {
  const found = await sql<QueuedRow>`
    select ${columns} from queued_question join identity_user as author on author.id = author_id
    where account_id = ${actor.accountId} and author_id = ${actor.userId} and state = 'returned'
    order by returned_at desc limit 100`.execute(trx)
  const shown = await presented(trx, actor, found.rows)
  return found.rows.flatMap(({ chatId }, index) => {
    const one = shown[index]
    return one ? [{ ...one, chatId }] : []
  })
}

async function presented(
  trx: TenantTransaction,
  { accountId, userId }: Actor,
  rows: readonly QueuedRow[],
): Promise<QueuedQuestion[]> {
  const own = rows.flatMap(({ author, attachments }) => (author.id === userId ? attachments : []))
  const files =
    own.length === 0
      ? []
      : (
          await sql<QueuedQuestion['files'][number]>`
            select id, name, content_type as "contentType", coalesce(size_bytes, 0) as "sizeBytes" from attachment
            where account_id = ${accountId} and owner_id = ${userId} and id = any(${own})`.execute(trx)
        ).rows
  return rows.map(({ chatId: _chatId, attachments, reason, queuedAt, ...row }) => ({
    ...row,
    canvasIds: row.author.id === userId ? row.canvasIds : [],
    attachmentCount: attachments.length,
    files: row.author.id === userId ? files.filter(({ id }) => attachments.includes(id)) : [],
    reason: reason === null ? null : (errorCodes.find((code) => code === reason) ?? 'INTERNAL'),
    queuedAt: queuedAt.toISOString(),
  }))
}

/** The first question of a queue that may start now. */
export type NextQuestion = {
  authorId: UserId
  request: QueueQuestion
  /** The end of the branch that it continues. */
  parentTurnId: TurnId
  /** Whether it waits for somebody's confirmation, since the answer before it was stopped or failed. */
  isAsking: boolean
  /** Whether it was already waiting for one. */
  wasAsking: boolean
  attempts: number
}

/** Returns the first question of a chat's queue; null while an answer is running in the chat, or when the queue is empty. */
export async function nextQueued(
  trx: TenantTransaction,
  { accountId, chatId }: ChatKey,
): Promise<NextQuestion | null> {
  const found = await sql<{
    authorId: UserId
    request: QueueQuestion
    state: 'waiting' | 'asking' | 'confirmed'
    attempts: number
    parentTurnId: TurnId | null
    lastState: string | null
  }>`
    with recursive next as (
      select * from queued_question
      where account_id = ${accountId} and chat_id = ${chatId} and state <> 'returned'
        and not exists (select from turn where account_id = ${accountId} and chat_id = ${chatId} and state = 'open')
      order by number limit 1),
    branch as (
      select turn.id, turn.state, 0 as depth from turn join next on turn.id = next.after_turn_id
      where turn.account_id = ${accountId} and turn.chat_id = ${chatId}
      union all
      select child.id, child.state, branch.depth + 1 from branch cross join lateral (
        select turn.id, turn.state from turn
        where turn.account_id = ${accountId} and turn.chat_id = ${chatId} and turn.parent_turn_id = branch.id
        order by turn.position desc limit 1) as child)
    select next.author_id as "authorId", next.request, next.state, next.attempts, last.id as "parentTurnId", last.state as "lastState"
    from next left join lateral (select id, state from branch order by depth desc limit 1) as last on true`.execute(
    trx,
  )
  const [next] = found.rows
  if (!next) return null
  const { state, lastState, parentTurnId, ...question } = next
  return {
    ...question,
    parentTurnId: parentTurnId ?? question.request.afterTurnId,
    isAsking: lastState !== 'answered' && state !== 'confirmed',
    wasAsking: state === 'asking',
  }
}

/** A question of any queue of an account, for the code that starts it. */
type QueuedKey = { accountId: AccountId; turnId: TurnId }

/** Whether a statement found its question, by the ids that it returns. */
const isFound = async (statement: RawBuilder<unknown>, trx: TenantTransaction): Promise<boolean> =>
  (await statement.execute(trx)).rows.length > 0

/** The question is no longer in the queue of its chat. */
export class LeftQueue extends Error {}

/** Takes a question out of the queue, in the transaction that opens its turn; refuses with `LeftQueue` when it is no longer there. */
export const takeQueued = ({ accountId, turnId }: QueuedKey): Statement =>
  statement(
    sql<{ isRefused: boolean }>`
      with taken as (
        delete from queued_question where account_id = ${accountId} and id = ${turnId} and state <> 'returned'
        returning id)
      select ${refuseIf(sql`not exists (select from taken)`)} as "isRefused"`,
    () => new LeftQueue(),
  )

/** Marks the first question as waiting for a confirmation; false when it has changed meanwhile. */
export const askBeforeQueued = (trx: TenantTransaction, { accountId, turnId }: QueuedKey): Promise<boolean> =>
  isFound(
    sql`
      update queued_question set state = 'asking'
      where account_id = ${accountId} and id = ${turnId} and state = 'waiting'
      returning id`,
    trx,
  )

/** Returns a question to its author with the reason; false when it is no longer in the queue. */
export const returnQueued = (
  trx: TenantTransaction,
  { accountId, turnId }: QueuedKey,
  reason: ErrorCode,
): Promise<boolean> =>
  isFound(
    sql`
      update queued_question set state = 'returned', reason = ${reason}, returned_at = now()
      where account_id = ${accountId} and id = ${turnId} and state <> 'returned'
      returning id`,
    trx,
  )

/** Counts a start that failed for a passing reason. */
export async function countQueuedAttempt(
  trx: TenantTransaction,
  { accountId, turnId }: QueuedKey,
): Promise<void> {
  await sql`
    update queued_question set attempts = attempts + 1 where account_id = ${accountId} and id = ${turnId}`.execute(
    trx,
  )
}

/** The chats whose queues can continue, in all accounts: those that a process left unfinished when it ended. */
export async function chatsWithQueue(database: Database): Promise<ChatKey[]> {
  const found = await sql<ChatKey>`
    select distinct account_id as "accountId", chat_id as "chatId" from queued_question
    where state in ('waiting', 'confirmed')`.execute(database.kysely)
  return found.rows
}

/** The chats of an account with queued questions, of one person or (no user) of everybody. */
export async function chatsWithQueueOf(
  trx: TenantTransaction,
  accountId: AccountId,
  userId: UserId | undefined,
): Promise<ChatId[]> {
  const found = await sql<{ chatId: ChatId }>`
    select distinct chat_id as "chatId" from queued_question
    where account_id = ${accountId} and state <> 'returned' ${userId ? sql`and author_id = ${userId}` : sql``}`.execute(
    trx,
  )
  return found.rows.map(({ chatId }) => chatId)
}

/** Erases returned questions that nobody removed for a month. */
export async function eraseOldReturned(database: Database): Promise<void> {
  await inSystem(database, (trx) =>
    sql`
      delete from queued_question
      where state = 'returned' and returned_at < now() - make_interval(days => ${limits.chatUndoDays})`.execute(
      trx,
    ),
  )
}
