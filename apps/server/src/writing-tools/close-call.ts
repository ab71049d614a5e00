import type { ShapingCost } from '@atrium/contract'
import { sql } from 'kysely'
import { credits } from '../chats/index.ts'
import { priceQuestion, settleHold } from '../credits/index.ts'
import { inTenant, jsonText, retryable, type TenantTransaction } from '../platform/database/index.ts'
import type { OpenCall } from './open-call.ts'
import type { WritingToolsPorts } from './ports.ts'
import type { TextEnd } from './write-text.ts'

/**
 * Stores the call's outcome, its result and the settlement, all or nothing. When the database is unreachable, the hold stays
 * until `sweepCalls` releases it.
 */
export async function closeCall(
  ports: Pick<WritingToolsPorts, 'database' | 'onCharged'>,
  { member, shapingId, model }: OpenCall,
  end: TextEnd,
  keep: (trx: TenantTransaction) => Promise<void> = async () => undefined,
): Promise<ShapingCost> {
  const { accountId } = member
  const chargeMilli = end.usage ? priceQuestion(model.price, end.usage) : 0
  const chargedMilli = await retryable(() =>
    inTenant(ports.database, member, async (trx) => {
      if (end.state === 'finished') await keep(trx)
      const settled = await settleHold(trx, {
        accountId,
        turnId: shapingId,
        chargeMilli,
        modelId: model.modelId,
      })
      await sql`
        update shaping_call set state = ${end.state}, error_code = ${end.errorCode}, ended_at = now(), chat_id = null,
          usage = ${end.usage ? jsonText(end.usage) : null}::jsonb, credits_charged_milli = ${settled.chargedMilli}
        where account_id = ${accountId} and id = ${shapingId} and state = 'open'`.execute(trx)
      return settled.chargedMilli
    }),
  )
  ports.onCharged(member)
  return {
    usage: end.usage,
    creditsCharged: credits(chargedMilli),
    modelName: model.displayName,
    sandbox: model.sandbox,
  }
}
