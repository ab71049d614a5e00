import { type AnswerPart, answerText, limits, picturesIn } from '@atrium/contract'
import { readExchange, setAutomaticTitle } from '../../chats/index.ts'
import { takeAllowance } from '../../credits/index.ts'
import {
  type ModelPart,
  type PromptMessage,
  type ResolvedModel,
  streamWithRetry,
} from '../../models/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import { modelsAllowedIn, usableRoom } from '../../rooms/index.ts'
import { notifyReaders } from '../notify-readers.ts'
import type { AnswerPorts, TitleJob } from '../ports.ts'

const instruction =
  'Write a title for the conversation below: three to six words in its language, no quotation marks, no full stop. Reply with the title alone.'
const excerptCharacters = 1500
const maxTitleCharacters = Math.min(80, limits.chatTitleCharacters)

/**
 * Names a chat after its first exchange (CHAT-13). Free for the asker, within a daily allowance; never replaces a person's own
 * title.
 */
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
  // Each answer of a comparison may come first.
  if (!exchange?.modelId || !exchange.isUntitled || !answer) return
  const model = ports.models.resolveForTitles(
    exchange.modelId,
    room ? modelsAllowedIn(room) : [exchange.modelId],
  )
  if (!model || !(await takeAllowance(ports.database, { holder: userId, kind: 'titles' }))) return

  const conversation = `Question: ${exchange.question.slice(0, excerptCharacters)}\n\nAnswer: ${answer.slice(0, excerptCharacters)}`
  const prompt = [
    { role: 'system' as const, text: instruction },
    { role: 'user' as const, text: conversation },
  ]
  const written = await firstLine(model, prompt)
  const title = tidyTitle(written)
  if (!title) return
  const changed = await inTenant(ports.database, actor, (trx) => setAutomaticTitle(trx, actor, chatId, title))
  if (changed) notifyReaders(ports, actor, changed.roomId, { type: 'chat-changed', chatId })
}

/** The answer's text; for pictures, a note that there are some, since the question describes them. */
const wordsOf = (parts: readonly AnswerPart[]): string =>
  answerText(parts) || (picturesIn(parts).length > 0 ? '[a picture]' : '')

/** Reads a model's output until its first line is complete or long enough for any title, then cancels. */
async function firstLine(model: ResolvedModel, prompt: PromptMessage[]): Promise<string> {
  const enough = new AbortController()
  const signal = AbortSignal.any([enough.signal, AbortSignal.timeout(60_000)])
  let written = ''
  const take = (part: ModelPart) => {
    if (part.type === 'text-delta') written += part.delta
    if (written.length > maxTitleCharacters + 20 || written.trimStart().includes('\n')) enough.abort()
  }
  const options = { signal, style: 'quick' as const, maxOutputTokens: 256 }
  try {
    await streamWithRetry(model, prompt, options, take)
  } catch (error) {
    if (!enough.signal.aborted) throw error
  }
  return written
}

/** One line without quotation marks, heading marks or a full stop, which models add despite the instructions. */
export const tidyTitle = (written: string): string => {
  const line = written.trim().split('\n').at(0) ?? ''
  const bare = line
    .replaceAll(/^[#*\s"'“”«»「『]+|[*\s"'“”«».。」』]+$/gu, '')
    .replaceAll(/[\u0000-\u001F\u007F\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
  return [...bare].slice(0, maxTitleCharacters).join('').trim()
}
