import type { ChatToKeep } from '../../chats/index.ts'

const at = (date: Date) => date.toISOString().slice(0, 16).replace('T', ' ')

/** A chat to be read without Atrium: questions and answers, one after another, as Markdown. What a model reasoned is left out. */
export function chatAsMarkdown(chat: ChatToKeep): string {
  const turns = chat.turns.map(({ askedAt, question, modelName, state, answer }) =>
    [
      `## ${at(askedAt)}`,
      quoted(question),
      `**${modelName ?? '–'}**${state === 'answered' ? '' : ` (${state})`}`,
      answer.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n'),
    ].join('\n\n'),
  )
  const head = `# ${chat.title || chat.chatId}\n\n${chat.accountName} · ${chat.roomName} · ${at(chat.createdAt)} UTC`
  return `${[head, ...turns].join('\n\n')}\n`
}

/** As a quotation, so that headings within a question do not look like those of the file. */
const quoted = (text: string) => text.replaceAll(/^/gm, '> ')
