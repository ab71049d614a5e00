import { type AnswerPart, pictureEndings, type PicturePart } from '@atrium/contract'
import type { ChatToKeep } from '../../chats/index.ts'

const at = (date: Date) => date.toISOString().slice(0, 16).replace('T', ' ')

/** A chat to be read without Atrium: questions and answers, one after another, as Markdown. What a model reasoned is left out. */
export function chatAsMarkdown(chat: ChatToKeep): string {
  const turns = chat.turns.map(({ askedAt, question, modelName, state, answer }) =>
    [
      `## ${at(askedAt)}`,
      quoted(question),
      `**${modelName ?? '–'}**${state === 'answered' ? '' : ` (${state})`}`,
      answer.flatMap(told).join('\n\n'),
    ].join('\n\n'),
  )
  const head = `# ${chat.title || chat.chatId}\n\n${chat.accountName} · ${chat.roomName} · ${at(chat.createdAt)} UTC`
  return `${[head, ...turns].join('\n\n')}\n`
}

function told(part: AnswerPart): string[] {
  if (part.type === 'text') return [part.text]
  return part.type === 'picture'
    ? [`![${part.name.replaceAll(/[[\]]/g, ' ')}](../pictures/${nameOfPicture(part)})`]
    : []
}

/** What a picture's file is called in the copy: its own name may be that of another, too. */
export function nameOfPicture({
  fileId,
  contentType,
}: Pick<PicturePart, 'fileId'> & { contentType: string }): string {
  const ending = Object.entries(pictureEndings).find(([, type]) => type === contentType)?.[0] ?? 'png'
  return `${fileId}.${ending}`
}

/** As a quotation, so that headings within a question do not look like those of the file. */
const quoted = (text: string) => text.replaceAll(/^/gm, '> ')
