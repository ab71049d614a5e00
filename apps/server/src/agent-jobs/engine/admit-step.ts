import type { JobPause } from '@atrium/contract'
import { requireChatInRoom } from '../../chats/index.ts'
import { maxCostOf, raiseHold } from '../../credits/index.ts'
import { countPrompt } from '../../answers/index.ts'
import { isAllowedBy, type ResolvedModel } from '../../models/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { modelsAllowedIn } from '../../rooms/index.ts'
import { type ClaimedJob, lockHeldJob, readHeldJob } from './job-lease.ts'
import type { Step } from './program.ts'

/** The maximum price of a step in thousandths of a credit. */
export const maxMilliOf = (model: ResolvedModel, step: Step): number =>
  step.how === 'model'
    ? maxCostOf(model.price, {
        inputTokens: countPrompt(step.prompt),
        maxOutputTokens: step.maxOutputTokens,
      })
    : 0

/** A suggested raise of the budget is at least this share of it. */
const minRaise = 0.2

export type Admission = 'admitted' | 'lost' | { pause: JobPause }

type ToAdmit = {
  model: ResolvedModel
  step: Step
  /** The maximum price of the steps under way together, in thousandths of a credit. */
  reservedMilli: number
}

/**
 * Returns whether a step may begin, in a short transaction: checks the owner's current permissions, the budget, and the hold, which covers
 * the step and those under way. The reads are sent together, and nothing is written while the hold suffices. Call it last in the
 * transaction: raising the hold locks balances. Throws a Failure when the owner may no longer ask in the chat, use the room, or use the
 * model there.
 */
export async function admitStep(
  trx: TenantTransaction,
  job: ClaimedJob,
  { model, step, reservedMilli }: ToAdmit,
): Promise<Admission> {
  const actor = { accountId: job.accountId, userId: job.userId }
  const [room, held] = await Promise.all([requireChatInRoom(trx, actor, job, 'ask'), readHeldJob(trx, job)])
  if (!isAllowedBy(modelsAllowedIn(room), model.modelId)) fail('MODEL_NOT_ALLOWED_IN_ROOM')
  if (!held) return 'lost'
  if (step.how !== 'model') return 'admitted'
  const stepMilli = maxMilliOf(model, step)
  const neededMilli = held.spentMilli + reservedMilli + stepMilli
  if (neededMilli > held.budgetMilli) {
    const missing = Math.max(neededMilli - held.budgetMilli, held.budgetMilli * minRaise)
    return { pause: { reason: 'budget', moreCredits: Math.ceil(missing / 1000) } }
  }
  if (held.heldMilli !== null && held.heldMilli >= neededMilli) return 'admitted'
  if (!(await lockHeldJob(trx, job))) return 'lost'
  const raise = (amountMilli: number) => raiseHold(trx, { ...actor, turnId: job.turnId, amountMilli })
  // Steps usually cost less than their maximum, so the hold then covers several more.
  const ahead = Math.min(neededMilli + stepMilli, held.budgetMilli)
  if ((await raise(ahead)).outcome === 'held') return 'admitted'
  const raised = await raise(neededMilli)
  if (raised.outcome === 'held') return 'admitted'
  return { pause: { reason: raised.isByLimit ? 'limit' : 'credits', moreCredits: null } }
}
