import { type ChatId, type ChatLink, type LinkAudience, limits, mintId, type TurnId } from '@atrium/contract'
import { sql } from 'kysely'
import { allowsPublicLinks, writeAudit } from '../../accounts/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Actor, requireChat } from '../access.ts'
import { readLinks } from './chat-links.ts'
import { hashOfLinkToken, newLinkToken } from './link-token.ts'

type Wishes = { turnId: TurnId; audience: LinkAudience; expiresInDays: number }

/**
 * Makes a link to a copy of the branch that ends at `turnId`, as it is now. The copy has questions and texts of answers with their
 * sources, and counts attachments and pictures without including them. Throws FORBIDDEN where the account allows no links for
 * anyone, and CONFLICT for a temporary chat and a branch without a finished answer.
 */
export async function makeLink(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
  { turnId, audience, expiresInDays }: Wishes,
): Promise<{ link: ChatLink; token: string }> {
  const { accountId, userId } = actor
  // Locked, so that two links can't exceed the limit together and nothing is erased during the copy.
  const chat = await requireChat(trx, actor, chatId, 'link', { isLocked: true })
  if (chat.is_temporary) fail('CONFLICT')
  if (audience === 'anyone' && !(await allowsPublicLinks(trx, accountId))) fail('FORBIDDEN')
  const earlier = await readLinks(trx, accountId, { chatId })
  if (earlier.filter(({ state }) => state === 'open').length >= limits.maxLinksPerChat) refuseMore()
  const branch = await finishedBranch(trx, actor, chatId, turnId)
  if (branch.length === 0) return fail('CONFLICT')
  const kept = branch.slice(-limits.maxLinkedTurns)
  const chatLinkId = mintId('chat-link')
  const token = newLinkToken()
  await sql`
    insert into chat_link (account_id, id, chat_id, token_hash, created_by, audience, title, earlier_count, expires_at)
    values (${accountId}, ${chatLinkId}, ${chatId}, ${hashOfLinkToken(token)}, ${userId}, ${audience}, ${chat.title},
      ${branch.length - kept.length}, now() + make_interval(days => ${expiresInDays}))`.execute(trx)
  await sql`
    insert into chat_link_turn (account_id, link_id, position, author_id, asked_by, question, mentions, asked_at, parts, model_name,
      sandbox, state, left_out_count)
    select ${accountId}, ${chatLinkId}, row_number() over (order by turn.position), message.author_id, turn.asked_by, message.text,
      message.mentions, message.created_at,
      (select coalesce(jsonb_agg(part order by nth), '[]') from jsonb_array_elements(turn.parts) with ordinality as each (part, nth)
        where part ->> 'type' in ('text', 'sources', 'web')),
      turn.model_name, turn.sandbox, turn.state,
      (select count(*)::int from jsonb_array_elements(turn.parts) as part where part ->> 'type' = 'picture')
        + (select count(*)::int from message_attachment as attached
          where attached.account_id = ${accountId} and attached.message_id = message.id)
    from turn join message on message.account_id = ${accountId} and message.id = turn.question_message_id
    where turn.account_id = ${accountId} and turn.id = any(${kept})`.execute(trx)
  await writeAudit(trx, {
    accountId,
    actorId: userId,
    action: 'chat.link-created',
    objectType: 'chat',
    objectId: chatId,
    details: { roomId: chat.room_id, audience, expiresInDays },
  })
  const [link] = await readLinks(trx, accountId, { chatId, chatLinkId })
  return { link: link ?? fail('INTERNAL'), token }
}

function refuseMore(): never {
  const message = `A chat can have at most ${limits.maxLinksPerChat} active links. Revoke one first.`
  return fail('INVALID_INPUT', { issues: [{ path: 'params.chatId', message }] })
}

/** The turns of a branch, oldest first, without one that is still being answered. */
async function finishedBranch(
  trx: TenantTransaction,
  { accountId }: Actor,
  chatId: ChatId,
  last: TurnId,
): Promise<TurnId[]> {
  const found = await sql<{ id: TurnId; isOpen: boolean }>`
    with recursive branch as (
      select id, parent_turn_id, state, 1 as depth from turn
      where account_id = ${accountId} and chat_id = ${chatId} and id = ${last}
      union all
      select turn.id, turn.parent_turn_id, turn.state, branch.depth + 1
      from branch join turn on turn.account_id = ${accountId} and turn.id = branch.parent_turn_id)
    select id, state = 'open' as "isOpen" from branch order by depth desc`.execute(trx)
  if (found.rows.length === 0) return fail('NOT_FOUND')
  return found.rows.filter(({ isOpen }) => !isOpen).map(({ id }) => id)
}
