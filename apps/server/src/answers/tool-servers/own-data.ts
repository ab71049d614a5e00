import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import { type OwnData, rowsOf } from '../../platform/own-data.ts'

export const ownData: OwnData = {
  columns: ['tool_consent.user_id', 'turn.asked_by'],
  read: async (trx, userId) => ({
    'tool-consents': await toolConsentsOf(trx, userId),
  }),
}

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
