import { type AccountId, isId, type Mention } from '@atrium/contract'
import { stored } from '../../lib/stored.ts'
import { noQuestion, type PastedText, type QuestionParts } from './pasted-text.ts'

/** Unsent questions by chat, stored in the browser so that reloads, failed sends and expired sessions lose nothing. */
export type QuestionDrafts = {
  read(name: string): QuestionParts
  /** An empty question deletes the draft. */
  write(name: string, question: QuestionParts): void
}

export function createQuestionDrafts(storage?: () => Storage): QuestionDrafts {
  const draft = (name: string) => stored(`draft.${name}`, questionFrom, storage)
  return {
    read: (name) => draft(name).read() ?? noQuestion,
    write: (name, question) =>
      question.text === '' && question.pasted.length === 0
        ? draft(name).remove()
        : draft(name).write(question),
  }
}

/** The name of the draft of an account's next new chat. */
export const newDraftName = (accountId: AccountId) => `new.${accountId}`

/** Puts a text into the composer of the next new chat, below what already waits there. */
export function addToNewDraft(accountId: AccountId, text: string): void {
  const drafts = createQuestionDrafts()
  const before = drafts.read(newDraftName(accountId))
  const isEmpty = before.text.trim() === ''
  drafts.write(newDraftName(accountId), {
    ...before,
    text: isEmpty ? text : `${before.text}\n\n${text}`,
    mentions: isEmpty ? [] : before.mentions,
  })
}

/** Reads a stored draft; a plain text is from an older page. */
function questionFrom(kept: unknown): QuestionParts | null {
  if (typeof kept === 'string') return { ...noQuestion, text: kept }
  if (!isRecord(kept) || typeof kept['text'] !== 'string') return null
  const { text, mentions, pasted } = kept
  return {
    text,
    mentions: listOf(mentions)
      .filter(isMention)
      .filter(({ start }) => text[start] === '@'),
    pasted: listOf(pasted).filter(isPasted),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const isPasted = (value: unknown): value is PastedText =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['text'] === 'string'

export const isMention = (value: unknown): value is Mention => {
  if (!isRecord(value)) return false
  const { kind, id, start, length } = value
  if (typeof id !== 'string' || !Number.isInteger(start) || !Number.isInteger(length)) return false
  return (
    (kind === 'person' && isId('user', id)) ||
    (kind === 'file' && isId('file', id)) ||
    (kind === 'model' && id !== '')
  )
}
