import { answerText, limits } from '@atrium/contract'
import { loadTurn, readQuestion, setAutomaticTitle } from '../chats/index.ts'
import { streamModel } from '../models/index.ts'
import { inTenant } from '../platform/database/index.ts'
import type { AnswerPorts, TitleJob } from './ports.ts'

const instruction =
  'Write a title for the conversation below: three to six words in its language, no quotation marks, no full stop. Reply with the title alone.'
const excerptCharacters = 1500

/** Names a chat after its first exchange (CHAT-13). The asker pays nothing for it; a person's own title is never replaced. */
export async function titleChat(
  ports: AnswerPorts,
  { accountId, userId, chatId, turnId }: TitleJob,
): Promise<void> {
  const actor = { accountId, userId }
  const exchange = await inTenant(ports.database, actor, async (trx) => {
    const turn = await loadTurn(trx, accountId, turnId)
    return (
      turn && {
        question: await readQuestion(trx, accountId, turn.question_message_id),
        answer: answerText(turn.parts),
        modelId: turn.model_id,
      }
    )
  })
  if (!exchange?.answer) return
  const model = exchange.modelId && ports.models.resolveForTitles(exchange.modelId)
  if (!model) return

  const conversation = `Question: ${exchange.question.slice(0, excerptCharacters)}\n\nAnswer: ${exchange.answer.slice(0, excerptCharacters)}`
  const prompt = [
    { role: 'system' as const, text: instruction },
    { role: 'user' as const, text: conversation },
  ]
  let written = ''
  for await (const part of streamModel(model, prompt, {
    signal: AbortSignal.timeout(60_000),
    style: 'quick',
    maxOutputTokens: 256,
  }))
    if (part.type === 'text-delta') written += part.delta
  const title = tidyTitle(written)
  if (!title) return
  const changed = await inTenant(ports.database, actor, (trx) => setAutomaticTitle(trx, actor, chatId, title))
  if (changed) ports.notices.publish(actor, { type: 'chat-changed', chatId })
}

/** One line without quotation marks, heading marks or a full stop; models add them whatever they are told. */
export const tidyTitle = (written: string): string => {
  const line = written.trim().split('\n').at(0) ?? ''
  const bare = line
    .replaceAll(/^[#*\s"'“”«»「『]+|[*\s"'“”«».。」』]+$/gu, '')
    .replaceAll(/[\u0000-\u001F\u007F\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
  return [...bare].slice(0, Math.min(80, limits.chatTitleCharacters)).join('').trim()
}
