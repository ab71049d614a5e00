import { type CanvasId, isId, type Mention, type UsedTemplate } from '@atrium/contract'
import type { QuestionFile } from '../../../../entities/files/question-file.ts'
import { isMention } from '../../../../entities/turns/composer-draft.ts'

/** A question queued until the running answer has ended. */
export type QueuedQuestion = {
  id: string
  text: string
  mentions: readonly Mention[]
  attachments: QuestionFile[]
  /** Canvases that it is about. */
  canvasIds?: readonly CanvasId[]
  /** The template that it was made from. */
  template?: UsedTemplate
}

/** Reads a tab's stored queue; a text from an older page is one entry. */
export function queuedFrom(kept: string): QueuedQuestion[] {
  if (kept === '') return []
  try {
    const value: unknown = JSON.parse(kept)
    if (Array.isArray(value)) return value.filter(isQueued).map(withMentions)
  } catch {
    // Not written by this version of the page.
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
  value.attachments.every(isAttachment) &&
  (!('canvasIds' in value) || areCanvases(value.canvasIds)) &&
  (!('template' in value) || isTemplate(value.template))

const areCanvases = (value: unknown): boolean =>
  Array.isArray(value) && value.every((id) => typeof id === 'string' && isId('canvas', id))

const isTemplate = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'promptId' in value &&
  typeof value.promptId === 'string' &&
  'version' in value &&
  Number.isInteger(value.version)

const isAttachment = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  isId('file', value.id)

/** The stored form of the queue. */
export const keptQueue = (queue: readonly QueuedQuestion[]): string =>
  queue.length === 0 ? '' : JSON.stringify(queue)

/** The queue with this question at its head. */
export const first = (queue: readonly QueuedQuestion[], id: string): QueuedQuestion[] => [
  ...queue.filter((question) => question.id === id),
  ...queue.filter((question) => question.id !== id),
]
