import type { AskQuestion, TurnId } from '@atrium/contract'
import { loadTurn, openTurnsIn, questionsOfBranch, requestStop } from '../chats/index.ts'
import { inTenant } from '../platform/database/index.ts'
import type { Member } from '../platform/http/guards.ts'
import type { AnswerPorts } from './ports.ts'
import { stopNow } from './stop-now.ts'

/**
 * Stops the asker's running answers to the question that an edited one replaces, and to later ones, when nobody else reads them,
 * since they only cost credits. One stream per answer of the editing session is the editing page's own. Works across processes.
 * Returns whether one of them continues, so that both are charged.
 */
export async function stopReplaced(
  ports: AnswerPorts,
  member: Member,
  asked: AskQuestion,
): Promise<{ goesOn: boolean }> {
  const replacesTurnId = asked.ask.kind === 'question' ? asked.ask.replacesTurnId : undefined
  if (!replacesTurnId) return { goesOn: false }
  const replaced = await openTurnsAfter(ports, member, asked, replacesTurnId)
  const unread = await ports.live.unread(replaced, member.sessionId)
  if (unread.length > 0)
    await inTenant(ports.database, member, async (trx) => {
      for (const turnId of unread) await requestStop(trx, member, turnId)
    })
  for (const turnId of unread) stopNow(ports, turnId)
  return { goesOn: unread.length < replaced.length }
}

/** The running answers to the question of a turn, and to the questions that follow it. */
const openTurnsAfter = (
  { database }: AnswerPorts,
  member: Member,
  { chatId, turnId }: AskQuestion,
  replacesTurnId: TurnId,
): Promise<TurnId[]> =>
  inTenant(database, member, async (trx) => {
    const open = (await openTurnsIn(trx, member, chatId)).filter((id) => id !== turnId)
    if (open.length === 0) return []
    const replaced = await loadTurn(trx, member.accountId, replacesTurnId)
    if (replaced?.chat_id !== chatId) return []
    const following: TurnId[] = []
    for (const id of open) {
      const questions = await questionsOfBranch(trx, member.accountId, id)
      if (questions.has(replaced.question_message_id)) following.push(id)
    }
    return following
  })
