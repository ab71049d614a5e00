import { type CanvasId, limits } from '@atrium/contract'
import type { Actor } from '../../chats/index.ts'
import { cutToTokens } from '../../web-search/index.ts'
import { countTokens } from '../../models/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { AnswerPorts } from '../ports.ts'
import type { CanvasToRead } from './canvas-prompt.ts'

/** Maximum tokens of all canvases together. */
const maxCanvasTokens = 24_000

type CanvasesOfConversation = {
  /** Those of the question. */
  asked: readonly CanvasId[]
  /** Whether the question is new: each of its canvases must be one that the actor may see. */
  isNew: boolean
  history: readonly { canvasIds: readonly CanvasId[] }[]
}

/**
 * Reads the canvases that a conversation is about with the actor's permissions, those of the last question first. Without any, it
 * asks the database nothing. Throws NOT_FOUND for canvases of a new question that the actor may not see.
 */
export async function canvasesToRead(
  trx: TenantTransaction,
  { readCanvases }: Pick<AnswerPorts, 'readCanvases'>,
  actor: Actor,
  { asked, isNew, history }: CanvasesOfConversation,
): Promise<CanvasToRead[]> {
  const earlier = history.toReversed().flatMap(({ canvasIds }) => canvasIds)
  const wanted = [...new Set([...asked, ...earlier])].slice(0, limits.maxCanvasesAsked)
  if (wanted.length === 0) return []
  const found = await readCanvases(trx, actor, wanted)
  const foundIds = new Set(found.map(({ canvasId }) => canvasId))
  if (isNew && !asked.every((id) => foundIds.has(id))) fail('NOT_FOUND')
  let left = maxCanvasTokens
  return found.map(({ canvasId, title, markdown }) => {
    const text = cutToTokens(markdown, left)
    left -= countTokens(text)
    return { canvasId, title, text, isCut: text.length < markdown.length }
  })
}
