import { type ImportedChat, type ImportedTurn, limits } from '@atrium/contract'
import type { ChatsFile } from './import-types.ts'
import { faultOf, isObject, type Json, line, moment, textIn } from './tidy.ts'

/** Whether a file's content is an Atrium export. */
export const isAtriumExport = (content: unknown): content is { chats: unknown[] } =>
  isObject(content) &&
  content.format === 'atrium-chats' &&
  content.version === 1 &&
  Array.isArray(content.chats)

/** The chats of Atrium's own export. */
export function readAtriumExport({ chats }: { chats: readonly unknown[] }): ChatsFile {
  const file: ChatsFile = { source: 'atrium', chats: [], skipped: [], leftOut: 0 }
  for (const written of chats) {
    const chat = isObject(written) ? chatOf(written) : null
    const reason = chat === null ? 'unreadable' : faultOf(chat)
    if (chat !== null && reason === null) file.chats.push(chat)
    else file.skipped.push({ title: chat?.title ?? '', reason: reason ?? 'unreadable' })
  }
  return file
}

function chatOf(written: Json): ImportedChat | null {
  const sourceId = line(textIn(written.chatId), 200)
  const createdAt = moment(written.createdAt)
  if (sourceId === '' || createdAt === null || !Array.isArray(written.turns)) return null
  const read = turnsOf(written.turns.filter(isObject), createdAt)
  if (read === null) return null
  const labels = Array.isArray(written.labels)
    ? written.labels.map((label) => line(textIn(label), limits.labelCharacters)).filter(Boolean)
    : []
  return {
    sourceId,
    title: line(textIn(written.title), limits.chatTitleCharacters),
    createdAt,
    isStarred: written.isStarred === true,
    labels: labels.slice(0, limits.maxImportedLabels),
    currentTurn: read.indexOf.get(textIn(written.currentTurnId)) ?? null,
    turns: read.turns,
  }
}

const states = ['answered', 'stopped', 'failed', 'interrupted'] as const

/** The turns in order; null if one comes before its parent. */
function turnsOf(
  written: readonly Json[],
  createdAt: string,
): { turns: ImportedTurn[]; indexOf: Map<string, number> } | null {
  const turns: ImportedTurn[] = []
  const indexOf = new Map<string, number>()
  const firstOfQuestion = new Map<string, number>()
  for (const turn of written) {
    const parentId = textIn(turn.parentTurnId)
    const parent = parentId === '' ? null : indexOf.get(parentId)
    if (parent === undefined) return null
    const questionId = textIn(turn.questionId)
    const first = questionId === '' ? undefined : firstOfQuestion.get(questionId)
    const model = line(textIn(turn.modelName), 200)
    turns.push({
      parent,
      sameQuestionAs: first !== undefined && turns[first]?.parent === parent ? first : null,
      question: textIn(turn.question),
      askedAt: moment(turn.askedAt) ?? createdAt,
      modelName: model === '' ? null : model,
      // A turn still open at the export ended there.
      state: states.find((state) => state === turn.state) ?? 'interrupted',
      reasoning: textIn(turn.reasoning),
      answer: textIn(turn.answer),
      answeredAt: moment(turn.answeredAt),
      rating: turn.rating === 'up' || turn.rating === 'down' ? turn.rating : null,
    })
    indexOf.set(textIn(turn.turnId), turns.length - 1)
    if (questionId !== '' && first === undefined) firstOfQuestion.set(questionId, turns.length - 1)
  }
  return { turns, indexOf }
}
