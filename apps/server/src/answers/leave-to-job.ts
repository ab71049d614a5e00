import { type AskQuestion, limits, type RoomId } from '@atrium/contract'
import type { TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { AnswerPlan } from './plan/plan-answer.ts'
import type { Asker, AnswerPorts } from './ports.ts'

/** What is held at first: an agent job raises its hold step by step, within its budget. */
export const firstHold = (
  { job }: Pick<AskQuestion, 'job'>,
  { model, maxCostMilli }: Pick<AnswerPlan, 'model' | 'maxCostMilli'>,
): number => (model.isDeferred ? Math.min(maxCostMilli, budgetOf(job)) : maxCostMilli)

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
): Promise<void> {
  // A job writes an answer of its own.
  if (ask.kind === 'continue') fail('MODEL_NOT_AVAILABLE')
  const reviewsPlan = job?.reviewsPlan ?? false
  await ports.startJob(trx, {
    accountId,
    userId,
    chatId,
    turnId,
    roomId,
    budgetMilli: budgetOf(job),
    reviewsPlan,
  })
}
