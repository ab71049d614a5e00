import type { AskQuestion } from '@atrium/contract'
import type { Member } from '../platform/http/guards.ts'
import { openTurn } from './open-turn.ts'
import type { AnswerPorts } from './ports.ts'
import { writeAnswer } from './write-answer.ts'

/**
 * Accepts a question and begins its answer. When this returns, the question, its turn and the hold are committed; the answer
 * is written by this process whether or not anybody reads it. Asking the same again only finds it.
 */
export async function askQuestion(ports: AnswerPorts, member: Member, asked: AskQuestion): Promise<void> {
  const answer = await openTurn(ports, member, asked)
  if (!answer) return
  ports.running.set(answer.turn.turnId, answer.turn)
  ports.notices.publish(member, { type: 'turn-opened', chatId: asked.chatId, turnId: asked.turnId })
  for (const userId of answer.mentioned) ports.tellMentioned({ accountId: member.accountId, userId })
  void writeAnswer(ports, answer)
}
