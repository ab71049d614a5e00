import { type AnswerPart, pictureEndings, type PicturePart } from '@atrium/contract'
import type { ChatToKeep } from '../../chats/index.ts'

const at = (date: Date) => date.toISOString().slice(0, 16).replace('T', ' ')

/** Returns a chat as Markdown, readable without Atrium: questions and answers in order, without reasoning. */
export function chatAsMarkdown(chat: ChatToKeep): string {
  const turns = chat.turns.map(({ askedAt, question, modelName, state, answer }) =>
    [
      `## ${at(askedAt)}`,
      quoted(question),
      `**${modelName ?? '–'}**${state === 'answered' ? '' : ` (${state})`}`,
      answer.flatMap(markdownOf).join('\n\n'),
    ].join('\n\n'),
  )
  const head = `# ${chat.title || chat.chatId}\n\n${chat.accountName} · ${chat.roomName} · ${at(chat.createdAt)} UTC`
  return `${[head, ...turns].join('\n\n')}\n`
}

function markdownOf(part: AnswerPart): string[] {
  if (part.type === 'text') return [part.text]
  return part.type === 'picture'
    ? [`![${part.name.replaceAll(/[[\]]/g, ' ')}](../pictures/${nameOfPicture(part)})`]
    : []
}

/** The file name of a picture in the export: its own name may not be unique. */
export function nameOfPicture({
  fileId,
  contentType,
}: Pick<PicturePart, 'fileId'> & { contentType: string }): string {
  const ending = Object.entries(pictureEndings).find(([, type]) => type === contentType)?.[0] ?? 'png'
  return `${fileId}.${ending}`
}

/** As a quotation, so that headings within a question don't look like the file's. */
const quoted = (text: string) => text.replaceAll(/^/gm, '> ')
