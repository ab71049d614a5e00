import { sql } from 'kysely'
import { type Database, inSystem } from '../platform/database/index.ts'

/**
 * Erases the step results of jobs that ended more than a day ago: their answers are stored with the turn. Those of a run over a table stay,
 * as its result, until their chat is erased.
 */
export const eraseOldSteps = (database: Database): Promise<void> =>
  inSystem(database, async (trx) => {
    await sql`
      delete from agent_job_step using agent_job
      where agent_job.account_id = agent_job_step.account_id and agent_job.id = agent_job_step.job_id
        and agent_job.kind <> 'table-run' and agent_job.ended_at < now() - interval '1 day'`.execute(trx)
  })
