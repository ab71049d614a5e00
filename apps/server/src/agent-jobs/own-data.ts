import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { type OwnData, rowsOf } from '../platform/own-data.ts'

export const ownData: OwnData = {
  columns: ['agent_job.user_id'],
  read: async (trx, userId) => ({
    'agent-jobs': await agentJobsOf(trx, userId),
  }),
}

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
