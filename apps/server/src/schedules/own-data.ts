import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { type OwnData, rowsOf } from '../platform/own-data.ts'

export const ownData: OwnData = {
  columns: ['schedule.user_id'],
  read: async (trx, userId) => ({
    schedules: await schedulesOf(trx, userId),
  }),
}

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
