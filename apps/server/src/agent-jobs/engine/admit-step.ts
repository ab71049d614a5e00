import type { JobPause } from '@atrium/contract'
import { requireChat } from '../../chats/index.ts'
import { maxCostOf, raiseHold } from '../../credits/index.ts'
import { countPrompt } from '../../answers/index.ts'
import { isAllowedBy, type ResolvedModel } from '../../models/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { modelsAllowedIn, usableRoom } from '../../rooms/index.ts'
import type { JobPorts } from '../ports.ts'
import { type ClaimedJob, lockHeldJob } from './job-lease.ts'
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

/**
 * Whether a step may begin, in one short transaction: the owner's rights of this moment, the budget, and the hold, which is raised to
 * cover the step and, with `reservedMilli`, those under way. Throws a Failure when the owner may no longer ask in the chat, use the room, or use the model there.
 */
export function admitStep(
  ports: JobPorts,
  job: ClaimedJob,
  model: ResolvedModel,
  step: Step,
  reservedMilli: number,
): Promise<Admission> {
  const actor = { accountId: job.accountId, userId: job.userId }
  return inTenant(ports.database, actor, async (trx) => {
    const chat = await requireChat(trx, actor, job.chatId, 'ask')
    const room = (await usableRoom(trx, actor, chat.room_id)) ?? fail('NOT_FOUND')
    if (!isAllowedBy(modelsAllowedIn(room), model.modelId)) fail('MODEL_NOT_ALLOWED_IN_ROOM')
    const held = await lockHeldJob(trx, job)
    if (!held) return 'lost'
    if (step.how !== 'model') return 'admitted'
    const neededMilli = held.spentMilli + reservedMilli + maxMilliOf(model, step)
    if (neededMilli > held.budgetMilli) {
      const missing = Math.max(neededMilli - held.budgetMilli, held.budgetMilli * minRaise)
      return { pause: { reason: 'budget', moreCredits: Math.ceil(missing / 1000) } }
    }
    const raised = await raiseHold(trx, { ...actor, turnId: job.turnId, amountMilli: neededMilli })
    if (raised.outcome === 'held') return 'admitted'
    return { pause: { reason: raised.isByLimit ? 'limit' : 'credits', moreCredits: null } }
  })
}
