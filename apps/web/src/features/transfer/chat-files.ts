import { answerText, type ChatDetails, picturesIn } from '@atrium/contract'
import { pathOf } from '../../entities/turns/turn-tree.ts'

/** The phrases of a file that are not part of the chat. */
export type FileWords = {
  asked: string
  answeredBy: (modelName: string | null) => string
  /** Replaces a picture, which the file does not contain. */
  picture: (name: string) => string
  unfinished: string
  /** Formats a time (ISO 8601) for readers. */
  when: (moment: string) => string
}

/** A chat as a Markdown text: the last opened branch, from its first question to its end. */
export function chatAsMarkdown({ chatTitle, turns, currentTurnId }: ChatDetails, words: FileWords): string {
  const exchanges = pathOf(turns, currentTurnId).map(({ turn }) => {
    const { question, parts, modelName, state } = turn
    const ending = state === 'answered' ? [] : [`*${words.unfinished}*`]
    return [
      `## ${words.asked}`,
      question.text,
      `## ${words.answeredBy(modelName)}`,
      answerText(parts),
      ...picturesIn(parts).map(({ name }) => `*[${words.picture(name)}]*`),
      ...ending,
    ]
      .filter((text) => text !== '')
      .join('\n\n')
  })
  return `${[`# ${chatTitle.replaceAll(/\s+/g, ' ')}`, ...exchanges].join('\n\n')}\n`
}

/** Chats as Atrium's own JSON: all branches, with everything that an import needs. */
export function chatsAsJson(chats: readonly ChatDetails[], exportedAt: Date): string {
  const file = {
    format: 'atrium-chats',
    version: 1,
    exportedAt: exportedAt.toISOString(),
    chats: chats.map(({ chatId, chatTitle, createdAt, currentTurnId, isStarred, labels, turns }) => ({
      chatId,
      title: chatTitle,
      createdAt,
      currentTurnId,
      isStarred,
      labels: labels.map(({ name }) => name),
      turns: turns.map((turn) => ({
        turnId: turn.turnId,
        parentTurnId: turn.parentTurnId,
        // Turns of one question are alternative answers to it.
        questionId: turn.question.messageId,
        askedAt: turn.question.askedAt,
        question: turn.question.text,
        modelName: turn.modelName,
        state: turn.state,
        reasoning: reasoningText(turn.parts),
        answer: answerText(turn.parts),
        answeredAt: turn.endedAt,
        rating: turn.rating,
        pictures: picturesIn(turn.parts).map(({ name, contentType, width, height }) => ({
          name,
          contentType,
          width,
          height,
        })),
      })),
    })),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

const reasoningText = (parts: ChatDetails['turns'][number]['parts']): string =>
  parts.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])).join('\n\n')

/** A title as a file name, without characters that some system forbids. */
export const fileNameOf = (title: string): string =>
  title
    .replaceAll(/[\p{C}\\/:*?"<>|]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, '')
    .slice(0, 80)
    .trim() || 'chat'
