import type { AccountId, CanvasId, FileId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem, type Transaction } from '../../platform/database/index.ts'

/** A person's data beside their chats, by file name. Reads across accounts, as the system. */
export const readOwnData = (database: Database, userId: UserId): Promise<Record<string, unknown>> =>
  inSystem(database, async (trx) => ({
    profile: (await profileOf(trx, userId))[0],
    'sign-in': await signInOf(trx, userId),
    sessions: await sessionsOf(trx, userId),
    accounts: await accountsOf(trx, userId),
    rooms: await roomsOf(trx, userId),
    'files-uploaded': await filesOf(trx, userId),
    'audit-entries': await auditOf(trx, userId),
    credits: await creditsOf(trx, userId),
    'credit-requests': await creditRequestsOf(trx, userId),
    'question-templates': await templatesOf(trx, userId),
    'template-uses': await templateUsesOf(trx, userId),
    canvases: await canvasesOf(trx, userId),
    'canvas-pictures': (await canvasPicturesOf(trx, userId)).map(
      ({ storageKey: _storageKey, ...shown }) => shown,
    ),
    canvasComments: await canvasCommentsOf(trx, userId),
    'chat-links': await linksOf(trx, userId),
    'agent-jobs': await agentJobsOf(trx, userId),
    schedules: await schedulesOf(trx, userId),
    'tool-consents': await toolConsentsOf(trx, userId),
  }))

const rowsOf = async (trx: Transaction, query: ReturnType<typeof sql>): Promise<unknown[]> =>
  (await query.execute(trx)).rows

const profileOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select id as "userId", email, first_name as "firstName", last_name as "lastName", image as picture, language,
        color_scheme as "colorScheme", time_zone as "timeZone", country, email_frequency as "emailFrequency",
        suggests_templates as "suggestsTemplates", welcomed_at as "welcomedAt",
        terms_accepted_at as "termsAcceptedAt", identity_user.created_at as "createdAt"
      from identity_user join user_profile on user_id = id where id = ${userId}`,
  )

/** Their ways of signing in, without credentials. */
async function signInOf(trx: Transaction, userId: UserId) {
  return {
    ways: await rowsOf(
      trx,
      sql`select provider_id as provider, created_at as "createdAt" from identity_credential
        where user_id = ${userId} order by created_at`,
    ),
    secondFactor: await rowsOf(
      trx,
      sql`select confirmed_at as since from identity_second_factor
        where user_id = ${userId} and confirmed_at is not null`,
    ),
    passkeys: await rowsOf(
      trx,
      sql`select name, created_at as "createdAt", last_used_at as "lastUsedAt" from identity_passkey
        where user_id = ${userId} order by created_at`,
    ),
  }
}

const sessionsOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select created_at as "startedAt", last_used_at as "lastUsedAt", user_agent as "userAgent",
        ip_address as "startedFrom", last_ip_address as "lastUsedFrom",
        (select kinds from push_subscription where session_id = identity_session.id) as "pushNotifications"
      from identity_session where user_id = ${userId} order by created_at`,
  )

const accountsOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account.id as "accountId", account.name, role, status, joined_at as "joinedAt"
      from membership join account on account.id = account_id
      where user_id = ${userId} and deleted_at is null order by joined_at`,
  )

const roomsOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select room.account_id as "accountId", room.id as "roomId", room.name, membership_type as role, added_at as "addedAt"
      from room_member join room on room.account_id = room_member.account_id and room.id = room_id
      where user_id = ${userId} and room.deleted_at is null order by added_at`,
  )

const filesOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", room_id as "roomId", name, size_bytes as "sizeBytes", stored_at as "storedAt"
      from room_file where requested_by = ${userId} and stored_at is not null and deleted_at is null order by stored_at`,
  )

const auditOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", at, action, object_type as "objectType", object_id as "objectId"
      from audit_entry where actor_id = ${userId} order by at, id`,
  )

const creditsOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", kind, amount_milli as "amountMilli", reference, created_at as at
      from credit_entry where holder = ${userId} order by created_at, id`,
  )

const creditRequestsOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", reason, state, created_at as "createdAt", decided_at as "decidedAt",
        granted_milli as "grantedMilli", frequency, answer
      from credit_request where user_id = ${userId} order by created_at`,
  )

/** The templates that they made: their own, and those that they shared. */
const templatesOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", scope as source, room_id as "roomId", title, prompt_text as "promptText",
        description, tags, collection, language, model_id as "modelId", modifiers, created_at as "createdAt"
      from prompt where owner_id = ${userId} and deleted_at is null order by created_at`,
  )

/** The canvases that they own, as text, with their named versions. */
const canvasesOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", id as "canvasId", room_id as "roomId", chat_id as "chatId", share, title, markdown,
        created_at as "createdAt", updated_at as "updatedAt", (
          select coalesce(json_agg(json_build_object('number', number, 'name', name, 'createdAt', created_at, 'markdown', version.markdown)
            order by number), '[]')
          from canvas_version as version
          where version.account_id = canvas.account_id and version.canvas_id = canvas.id and version.name is not null) as versions
      from canvas where owner_id = ${userId} and deleted_at is null order by created_at`,
  )

export type CanvasPictureOfPerson = {
  fileId: FileId
  accountId: AccountId
  canvasIds: CanvasId[]
  contentType: string
  addedAt: Date
  storageKey: string
}

/** The pictures that they put into canvases, with the canvases that show them. */
export const canvasPicturesOf = async (trx: Transaction, userId: UserId): Promise<CanvasPictureOfPerson[]> =>
  (
    await sql<CanvasPictureOfPerson>`
      select id as "fileId", account_id as "accountId", array(
          select canvas_id from canvas_picture_use as used
          where used.account_id = canvas_picture.account_id and picture_id = canvas_picture.id order by canvas_id) as "canvasIds",
        content_type as "contentType", added_at as "addedAt", storage_key as "storageKey"
      from canvas_picture where added_by = ${userId} order by added_at, id`.execute(trx)
  ).rows

/** The comments that they wrote on canvases. */
const canvasCommentsOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select comment.account_id as "accountId", comment.canvas_id as "canvasId", thread_id as "threadId", thread.quote, text,
        comment.created_at as "createdAt", edited_at as "editedAt"
      from canvas_comment as comment
      join canvas_thread as thread on thread.account_id = comment.account_id and thread.canvas_id = comment.canvas_id
        and thread.id = comment.thread_id
      where author_id = ${userId} order by comment.created_at, comment.id`,
  )

/** The links that they made, without their names. */
const linksOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", id as "chatLinkId", chat_id as "chatId", title, audience, created_at as "createdAt",
        expires_at as "expiresAt", revoked_at as "revokedAt", view_count as "viewCount", last_viewed_at as "lastViewedAt"
      from chat_link where created_by = ${userId} order by created_at, id`,
  )

/** Their agent jobs; the answers are with the chats. */
const agentJobsOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", id as "agentInvocationId", chat_id as "chatId", turn_id as "messageId", kind, state,
        confirmed_plan as plan, setup, budget_milli / 1000.0 as "budgetCredits", spent_milli / 1000.0 as "creditsUsed",
        created_at as "createdAt", ended_at as "endedAt", (
          select json_agg(step.output order by position) from agent_job_step as step
          where step.account_id = agent_job.account_id and step.job_id = agent_job.id and agent_job.kind = 'table-run') as rows
      from agent_job where user_id = ${userId} order by created_at`,
  )

/** What they allowed or refused tools of connected servers: for a whole chat, and call by call. */
const toolConsentsOf = async (trx: Transaction, userId: UserId) => ({
  ofChats: await rowsOf(
    trx,
    sql`select consent.account_id as "accountId", consent.chat_id as "chatId", tool_server.name as server,
        consent.tool_name as tool, consent.granted_at as "grantedAt"
      from tool_consent as consent
      join tool_server on tool_server.account_id = consent.account_id and tool_server.id = consent.server_id
      where consent.user_id = ${userId} order by consent.granted_at, consent.tool_name`,
  ),
  ofCalls: await rowsOf(
    trx,
    sql`select tool_call.account_id as "accountId", turn.chat_id as "chatId", tool_call.turn_id as "messageId",
        coalesce(tool_server.name, tool_call.server_id) as server, tool_call.tool_name as tool, tool_call.state as decision,
        tool_call.scope, tool_call.created_at as "askedAt"
      from tool_call join turn on turn.account_id = tool_call.account_id and turn.id = tool_call.turn_id
      left join tool_server on tool_server.account_id = tool_call.account_id and tool_server.id = tool_call.server_id
      where turn.asked_by = ${userId} order by tool_call.created_at, tool_call.id`,
  ),
})

/** Their schedules, with when each ran; the answers are with the chats. */
const schedulesOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", id as "scheduleId", room_id as "roomId", title, question, rule, ends_on::text as "endsOn",
        max_runs as "maxRuns", state, created_at as "createdAt", (
          select coalesce(json_agg(json_build_object('dueAt', due_at, 'chatId', chat_id, 'state', run.state) order by due_at), '[]')
          from schedule_run as run where run.account_id = schedule.account_id and run.schedule_id = schedule.id) as runs
      from schedule where user_id = ${userId} order by created_at`,
  )

const templateUsesOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", prompt_id as "promptId", is_starred as "isStarred",
        last_values as "lastValues", use_count as "useCount", used_at as "usedAt"
      from prompt_person where user_id = ${userId} order by used_at, prompt_id`,
  )
