import type { ToolCallId, ToolDecision, TurnId } from '@atrium/contract'
import { type Actor, requireChat, requireTurn } from '../../chats/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { decideCall } from '../../tool-servers/index.ts'
import type { AnswerPorts } from '../ports.ts'

/** Decides a waiting call of an answer, for the person who asked for it and may still ask in the chat. Throws NOT_FOUND, FORBIDDEN. */
export async function decideToolCall(
  ports: AnswerPorts,
  actor: Actor,
  { turnId, callId }: { turnId: TurnId; callId: ToolCallId },
  decision: ToolDecision,
): Promise<'allowed' | 'refused' | 'expired'> {
  const state = await inTenant(ports.database, actor, async (trx) => {
    const turn = await requireTurn(trx, actor, turnId, 'read')
    if (turn.asked_by !== actor.userId) fail('FORBIDDEN')
    if (turn.state !== 'open') fail('NOT_FOUND')
    await requireChat(trx, actor, turn.chat_id, 'ask')
    return await decideCall(trx, actor, { turnId, chatId: turn.chat_id, callId }, decision)
  })
  ports.consents.wake(callId)
  return state ?? fail('NOT_FOUND')
}
