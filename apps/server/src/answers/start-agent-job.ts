import {
  type AskQuestion,
  filesOfJob,
  type JobKind,
  type JobSetup,
  limits,
  type RoomId,
  type TurnId,
} from '@atrium/contract'
import { sql } from 'kysely'
import type { Actor } from '../chats/index.ts'
import type { TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { AnswerPlan } from './plan/plan-answer.ts'
import type { Asker, AnswerPorts } from './ports.ts'
import { requireFileOfJob, requireSpreadsheet } from './tables/file-of-job.ts'

/** The kind of the agent job that writes an answer; null for one that this process writes. */
export const jobKindOf = (
  { job }: Pick<AskQuestion, 'job'>,
  { model }: Pick<AnswerPlan, 'model'>,
): JobKind | null => job?.kind ?? (model.isDeferred ? 'research' : null)

/** The initial hold: an agent job raises it step by step, within its budget. */
export const firstHold = (
  asked: Pick<AskQuestion, 'job'>,
  plan: Pick<AnswerPlan, 'model' | 'maxCostMilli'>,
): number => (jobKindOf(asked, plan) ? Math.min(plan.maxCostMilli, budgetOf(asked.job)) : plan.maxCostMilli)

const budgetOf = (job: AskQuestion['job']): number => (job?.budgetCredits ?? limits.jobBudgetCredits) * 1000

/** Starts an agent job that writes the answer of an open turn. */
export async function startAgentJob(
  trx: TenantTransaction,
  ports: Pick<AnswerPorts, 'startJob'>,
  { accountId, userId }: Asker,
  {
    chatId,
    turnId,
    job,
    ask,
    roomId,
  }: Pick<AskQuestion, 'chatId' | 'turnId' | 'job' | 'ask'> & { roomId: RoomId },
  { kind, plan }: { kind: JobKind; plan: Pick<AnswerPlan, 'drawing'> },
): Promise<void> {
  // A job writes a new answer, and only text.
  if (ask.kind === 'continue' || plan.drawing) fail('MODEL_NOT_AVAILABLE')
  const reviewsPlan = job?.reviewsPlan ?? false
  const setup = kindsWithSetup.has(kind)
    ? await setupOf(trx, { accountId, userId }, { chatId, roomId, job, ask })
    : null
  await ports.startJob(trx, {
    accountId,
    userId,
    chatId,
    turnId,
    roomId,
    kind,
    budgetMilli: budgetOf(job),
    reviewsPlan,
    setup,
  })
}

const kindsWithSetup: ReadonlySet<JobKind> = new Set(['table-run', 'translation', 'data-analysis'])

type Asked = Pick<AskQuestion, 'chatId' | 'job' | 'ask'> & { roomId: RoomId }

/**
 * Returns the job's settings: the given ones, if the asker may open their files, or those of the answer that is regenerated. Throws
 * JOB_FILE_GONE, and INVALID_INPUT when there are none.
 */
async function setupOf(
  trx: TenantTransaction,
  actor: Actor,
  { chatId, roomId, job, ask }: Asked,
): Promise<JobSetup> {
  const setup = setupIn(job)
  if (!setup)
    return (
      (ask.kind === 'question' ? null : await setupOfTurn(trx, actor, ask.turnId)) ?? fail('INVALID_INPUT')
    )
  const require = 'translation' in setup ? requireFileOfJob : requireSpreadsheet
  for (const file of filesOfJob(setup)) {
    const isAttached = ask.kind === 'question' && ask.attachments?.includes(file.fileId)
    if (file.of === 'question' && !isAttached) return fail('JOB_FILE_GONE')
    await require(trx, actor, { roomId, chatId }, file)
  }
  return setup
}

function setupIn(job: AskQuestion['job']): JobSetup | null {
  const { kind, table, translation, analysis } = job ?? {}
  if (kind === 'table-run' && table) return { table }
  if (kind === 'translation' && translation) return { translation }
  return kind === 'data-analysis' && analysis ? { analysis } : null
}

async function setupOfTurn(
  trx: TenantTransaction,
  { accountId }: Actor,
  turnId: TurnId,
): Promise<JobSetup | null> {
  const found = await sql<{ setup: JobSetup | null }>`
    select setup from agent_job where account_id = ${accountId} and turn_id = ${turnId}`.execute(trx)
  return found.rows[0]?.setup ?? null
}
