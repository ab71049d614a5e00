import { type AnswerEnd, type AnswerPart, foldParts } from '@atrium/contract'
import {
  findChatToClose,
  finishTurn,
  holdsLease,
  lastEventIdOf,
  loadTurn,
  notifyChat,
  type OrphanedTurn,
  readLog,
  TurnLost,
} from '../../chats/index.ts'
import { settleHold } from '../../credits/index.ts'
import {
  inTenant,
  isDatabaseUnavailable,
  sendTogether,
  type TenantTransaction,
} from '../../platform/database/index.ts'
import { lastEvents } from '../close/close-turn.ts'
import type { AnswerPorts } from '../ports.ts'

/**
 * Ends a turn that the ordinary close can't end, so that it isn't taken over forever. Stores the text from its log if possible.
 * Charges nothing, releases the hold, and enqueues no jobs.
 */
export async function abandonTurn(ports: AnswerPorts, orphan: OrphanedTurn): Promise<void> {
  const actor = { accountId: orphan.account_id, userId: orphan.asked_by }
  const withText = (): Promise<Ended | null> =>
    inTenant(ports.database, actor, async (trx) =>
      end(
        trx,
        ports,
        orphan,
        foldParts((await readLog(trx, actor.accountId, orphan.id)).map(({ part }) => part)),
      ),
    )
  let ended: Ended | null
  try {
    ended = await withText()
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    if (error instanceof TurnLost) return
    ports.log.error(
      { event: 'turn.text_lost', err: error, turnId: orphan.id },
      'Could not store the text of an answer',
    )
    ended = await inTenant(ports.database, actor, (trx) => end(trx, ports, orphan, []))
  }
  if (!ended) return
  ports.measures.ended({ ...ended, usage: null })
  notifyChat(ports, actor, orphan.chat_id, { type: 'turn-closed', chatId: orphan.chat_id, turnId: orphan.id })
  ports.live.publish(actor, { type: 'credits-changed' })
}

/** Metrics of an answer that ended here. */
type Ended = Omit<Parameters<AnswerPorts['measures']['ended']>[0], 'usage'>

/** Ends the turn. Returns null and writes nothing when another process ended it or took it over. */
async function end(
  trx: TenantTransaction,
  { clock }: AnswerPorts,
  orphan: OrphanedTurn,
  parts: AnswerPart[],
): Promise<Ended | null> {
  const { account_id: accountId, id: turnId, chat_id: chatId } = orphan
  await findChatToClose(trx, accountId, chatId, { isLocked: true })
  const lease = { accountId, turnId, leaseNumber: orphan.lease_number }
  if (!(await holdsLease(trx, lease))) return null
  const stored = await loadTurn(trx, accountId, turnId)
  const how = orphan.stop_requested ? 'stopped' : parts.length > 0 ? 'interrupted' : 'failed'
  const answerEnd: AnswerEnd = {
    state: how,
    errorCode: { stopped: null, interrupted: 'ANSWER_INTERRUPTED' as const, failed: 'INTERNAL' as const }[
      how
    ],
    retryAfterSeconds: null,
    usage: null,
    creditsCharged: 0,
    endedAt: clock.now().toISOString(),
  }
  const modelId = stored?.model_id ?? orphan.model_id
  const { finished, others } = finishTurn({
    lease,
    chatId,
    parts,
    lastEvents: {
      lease,
      firstEventId: (await lastEventIdOf(trx, accountId, turnId)) + 1,
      events: lastEvents(answerEnd),
    },
    end: answerEnd,
    chargedMilli: 0,
    model: {
      modelId,
      displayName: stored?.model_name ?? orphan.model_id,
      sandbox: stored?.sandbox ?? false,
    },
    pictureOptions: stored?.picture_options ?? null,
  })
  await sendTogether(trx, [finished, ...others])
  // Last, since all questions of the team wait for the balances.
  await settleHold(trx, { accountId, turnId, chargeMilli: 0, modelId: null })
  const startedAtMs = stored?.started_at.getTime() ?? clock.now().getTime()
  return {
    modelId,
    state: answerEnd.state,
    errorCode: answerEnd.errorCode,
    seconds: Math.max(0, (clock.now().getTime() - startedAtMs) / 1000),
  }
}
