import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { type OwnData, rowsOf } from '../platform/own-data.ts'

export const ownData: OwnData = {
  columns: ['tool_server.created_by', 'tool_server_sign_in.signed_in_by'],
  read: async (trx, userId) => ({
    'tool-servers': {
      connected: await connectedBy(trx, userId),
      signedIn: await signInsOf(trx, userId),
    },
  }),
}

/** The servers that they connected, without headers, which are secrets of the account. */
const connectedBy = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", id as "serverId", name, url, created_at as "createdAt"
      from tool_server where created_by = ${userId} order by created_at, id`,
  )

/** Their sign-ins at servers, without tokens. */
const signInsOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select account_id as "accountId", server_id as "serverId", issuer, scopes, signed_in_at as "signedInAt"
      from tool_server_sign_in where signed_in_by = ${userId} order by signed_in_at, server_id`,
  )
