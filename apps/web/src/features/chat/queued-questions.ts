import { isId, type Mention } from '@atrium/contract'
import type { QuestionFile } from '../attachments/question-file.ts'
import { isMention } from '../composing/composer-draft.ts'

/** A further question that waits until the present answer has ended. */
export type QueuedQuestion = {
  id: string
  text: string
  mentions: readonly Mention[]
  attachments: QuestionFile[]
}

/** Reads what a tab kept of its waiting questions; a text of an older page is one of them. */
export function queuedFrom(kept: string): QueuedQuestion[] {
  if (kept === '') return []
  try {
    const value: unknown = JSON.parse(kept)
    if (Array.isArray(value)) return value.filter(isQueued).map(withMentions)
  } catch {
    // Not of this page's making.
  }
  return [{ id: 'older', text: kept, mentions: [], attachments: [] }]
}

/** An older page knew no mentions. */
const withMentions = (question: QueuedQuestion & { mentions?: unknown }): QueuedQuestion => ({
  ...question,
  mentions: Array.isArray(question.mentions) ? question.mentions.filter(isMention) : [],
})

const isQueued = (value: unknown): value is QueuedQuestion =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'text' in value &&
  typeof value.text === 'string' &&
  'attachments' in value &&
  Array.isArray(value.attachments) &&
  value.attachments.every(isAttachment)

const isAttachment = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  isId('file', value.id)

/** What is kept of them. */
export const keptQueue = (queue: readonly QueuedQuestion[]): string =>
  queue.length === 0 ? '' : JSON.stringify(queue)

/** The queue with this question at its head. */
export const first = (queue: readonly QueuedQuestion[], id: string): QueuedQuestion[] => [
  ...queue.filter((question) => question.id === id),
  ...queue.filter((question) => question.id !== id),
]
