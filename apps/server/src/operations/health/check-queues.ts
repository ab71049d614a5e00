import type { Database } from '../../platform/database/index.ts'
import { readQueues } from '../../platform/queue/read-queues.ts'
import { type Finding, issuesOf } from './parts.ts'

const behindSeconds = 60
const stuckSeconds = 15 * 60

/** Lists jobs by queue. Mail is a separate part. */
export async function checkQueues({ database }: { database: Database }): Promise<Finding<'queues'>> {
  const facts = (await readQueues(database)).filter(({ name }) => name !== 'mail')
  const lag = Math.max(0, ...facts.map(({ lagSeconds }) => lagSeconds))
  return {
    facts,
    issues: issuesOf({
      QUEUE_STUCK: lag >= stuckSeconds,
      QUEUE_BEHIND: lag >= behindSeconds && lag < stuckSeconds,
      JOBS_FAILED: facts.some(({ failed }) => failed > 0),
    }),
  }
}
