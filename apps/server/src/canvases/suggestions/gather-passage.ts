import { findPassage, type Passage, passageMarkdown } from '@atrium/canvas/suggestions/index.ts'
import { type CanvasId, type CanvasRange } from '@atrium/contract'
import { Doc } from 'yjs'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../access.ts'
import { applyStored, readUpdates } from '../collaboration/stored-document.ts'

/** A passage of a canvas as stored, with the document that it is in. */
export type GatheredPassage = { doc: Doc; passage: Passage; markdown: string }

/** Reads a passage of a canvas that the actor may open; the whole one for no range. Throws INVALID_INPUT where there is no text. */
export async function gatherPassage(
  trx: TenantTransaction,
  { accountId }: Actor,
  {
    canvasId,
    range,
    maxCharacters,
  }: { canvasId: CanvasId; range: CanvasRange | null; maxCharacters: number },
): Promise<GatheredPassage> {
  const { updates } = await readUpdates(trx, { accountId, canvasId }, -1)
  const doc = new Doc()
  applyStored(doc, updates, null)
  const passage = findPassage(doc, range)
  const markdown = passage ? passageMarkdown(passage) : ''
  if (!passage || markdown === '') return refuse('There is no text here.')
  if (markdown.length > maxCharacters) refuse(`This must have at most ${maxCharacters} characters.`)
  return { doc, passage, markdown }
}

const refuse = (message: string) => fail('INVALID_INPUT', { issues: [{ path: 'range', message }] })
