import { type AccountId, type Canvas, type ChatId, limits, type RoomId } from '@atrium/contract'
import { truncate } from '@atrium/ui/text.ts'
import { canvasChanges } from './canvases.ts'

type Answer = { chatId: ChatId; roomId: RoomId; markdown: string; question: string }

/** Creates a canvas with the text of an answer, titled by its first heading, else by the question. */
export const canvasFromAnswer = (
  accountId: AccountId,
  { chatId, roomId, markdown, question }: Answer,
): Promise<Canvas> => {
  const title = titleOf(markdown) || titleOf(question)
  return canvasChanges(accountId).create({
    roomId,
    chatId,
    markdown: markdown.slice(0, limits.canvasMarkdownCharacters),
    ...(title !== '' && { title }),
  })
}

const headline = /^#{1,3}\s+(.+)$/m

/** The first heading of a text, else its first line, without marks that a title can't have. */
const titleOf = (text: string): string => {
  const line = headline.exec(text)?.[1] ?? (text.length < 200 ? (text.trim().split('\n')[0] ?? '') : '')
  const plain = line.replaceAll(/[*_`#[\]<>]|[\p{Cc}\p{Cf}]/gu, '').trim()
  return truncate(plain, limits.canvasTitleCharacters - 1)
}
