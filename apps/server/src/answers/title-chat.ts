import { type AnswerPart, answerText, limits, picturesIn } from '@atrium/contract'
import { readExchange, setAutomaticTitle } from '../chats/index.ts'
import { type ModelPart, streamModel } from '../models/index.ts'
import { inTenant } from '../platform/database/index.ts'
import { modelsAllowedIn, usableRoom } from '../rooms/index.ts'
import type { AnswerPorts, TitleJob } from './ports.ts'

const instruction =
  'Write a title for the conversation below: three to six words in its language, no quotation marks, no full stop. Reply with the title alone.'
const excerptCharacters = 1500
const mostTitleCharacters = Math.min(80, limits.chatTitleCharacters)

/** Names a chat after its first exchange (CHAT-13). The asker pays nothing for it; a person's own title is never replaced. */
export async function titleChat(
  ports: AnswerPorts,
  { accountId, userId, chatId, turnId }: TitleJob,
): Promise<void> {
  const actor = { accountId, userId }
  const { exchange, room } = await inTenant(ports.database, actor, async (trx) => {
    const found = await readExchange(trx, accountId, turnId)
    return { exchange: found, room: found && (await usableRoom(trx, actor, found.roomId)) }
  })
  const answer = wordsOf(exchange?.parts ?? [])
  if (!exchange?.modelId || !answer) return
  const model = ports.models.resolveForTitles(
    exchange.modelId,
    room ? modelsAllowedIn(room) : [exchange.modelId],
  )
  if (!model) return

  const conversation = `Question: ${exchange.question.slice(0, excerptCharacters)}\n\nAnswer: ${answer.slice(0, excerptCharacters)}`
  const written = await firstLine(
    streamModel(
      model,
      [
        { role: 'system', text: instruction },
        { role: 'user', text: conversation },
      ],
      { signal: AbortSignal.timeout(60_000), style: 'quick', maxOutputTokens: 256 },
    ),
  )
  const title = tidyTitle(written)
  if (!title) return
  const changed = await inTenant(ports.database, actor, (trx) => setAutomaticTitle(trx, actor, chatId, title))
  if (changed) ports.notices.publish(actor, { type: 'chat-changed', chatId })
}

/** What was answered; of pictures, that there are some: the question says what is on them. */
const wordsOf = (parts: readonly AnswerPart[]): string =>
  answerText(parts) || (picturesIn(parts).length > 0 ? '[a picture]' : '')

/** What a model says until its first line is there or long enough for any title; a talkative model is not heard to its end. */
async function firstLine(parts: AsyncIterable<ModelPart>): Promise<string> {
  let written = ''
  for await (const part of parts) {
    if (part.type === 'text-delta') written += part.delta
    if (written.length > mostTitleCharacters + 20 || written.trimStart().includes('\n')) break
  }
  return written
}

/** One line without quotation marks, heading marks or a full stop; models add them whatever they are told. */
export const tidyTitle = (written: string): string => {
  const line = written.trim().split('\n').at(0) ?? ''
  const bare = line
    .replaceAll(/^[#*\s"'“”«»「『]+|[*\s"'“”«».。」』]+$/gu, '')
    .replaceAll(/[\u0000-\u001F\u007F\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
  return [...bare].slice(0, mostTitleCharacters).join('').trim()
}
