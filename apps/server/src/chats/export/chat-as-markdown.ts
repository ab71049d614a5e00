import type { AnswerPart } from '@atrium/contract'
import { nameInExport } from '../../attachments/index.ts'
import type { ChatToKeep } from './own-chats.ts'

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
  if (part.type !== 'picture') return []
  const { fileId, contentType, name } = part
  return [`![${name.replaceAll(/[[\]]/g, ' ')}](../pictures/${nameInExport({ fileId, contentType })})`]
}

/** As a quotation, so that headings within a question don't look like the file's. */
const quoted = (text: string) => text.replaceAll(/^/gm, '> ')
