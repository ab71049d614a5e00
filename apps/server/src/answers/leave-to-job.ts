import { type AskQuestion, type JobKind, limits, type RoomId } from '@atrium/contract'
import type { TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { AnswerPlan } from './plan/plan-answer.ts'
import type { Asker, AnswerPorts } from './ports.ts'

/** The kind of the agent job that writes an answer; null for one that this process writes. */
export const jobKindOf = (
  { job }: Pick<AskQuestion, 'job'>,
  { model }: Pick<AnswerPlan, 'model'>,
): JobKind | null => job?.kind ?? (model.isDeferred ? 'research' : null)

/** What is held at first: an agent job raises its hold step by step, within its budget. */
export const firstHold = (
  asked: Pick<AskQuestion, 'job'>,
  plan: Pick<AnswerPlan, 'model' | 'maxCostMilli'>,
): number => (jobKindOf(asked, plan) ? Math.min(plan.maxCostMilli, budgetOf(asked.job)) : plan.maxCostMilli)

const budgetOf = (job: AskQuestion['job']): number => (job?.budgetCredits ?? limits.jobBudgetCredits) * 1000

/** Has an agent job write the answer of an open turn. */
export async function leaveToJob(
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
  // A job writes an answer of its own, in words.
  if (ask.kind === 'continue' || plan.drawing) fail('MODEL_NOT_AVAILABLE')
  const reviewsPlan = job?.reviewsPlan ?? false
  await ports.startJob(trx, {
    accountId,
    userId,
    chatId,
    turnId,
    roomId,
    kind,
    budgetMilli: budgetOf(job),
    reviewsPlan,
  })
}
