import { writeSuggestion } from '@atrium/canvas/suggestions/index.ts'
import { includesAccess, limits } from '@atrium/contract'
import { sql } from 'kysely'
import { encodeStateAsUpdate, encodeStateVector } from 'yjs'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { type Actor, findCanvases } from '../access.ts'
import { appendUpdate } from '../collaboration/stored-document.ts'
import type { OpenSuggestion } from './open-suggestion.ts'

export type Kept = { outcome: 'suggested' | 'unchanged' | 'refused'; changes: number }

/** The update with the suggestion, made once from the document that the model was given: Yjs merges it with what others wrote since. */
const updates = new WeakMap<OpenSuggestion, { update: Uint8Array; changes: number }>()

/** Appends a finished suggestion to its canvas, if its writer may still edit it and there is space. */
export async function keepSuggestion(
  trx: TenantTransaction,
  actor: Actor,
  suggestion: OpenSuggestion,
  text: string,
): Promise<Kept> {
  const { canvasId } = suggestion.asked
  const { update, changes } = updateOf(suggestion, text)
  if (changes === 0) return { outcome: 'unchanged', changes }
  const [row] = await findCanvases(
    trx,
    actor,
    sql`canvas.id = ${canvasId} and canvas.deleted_at is null for no key update of canvas`,
  )
  const refused = { outcome: 'refused', changes: 0 } as const
  if (!row || !includesAccess(row.access, 'edit')) return refused
  const stored = await sql<{ bytes: string }>`
    select stored_bytes::text as bytes from canvas where account_id = ${actor.accountId} and id = ${canvasId}`.execute(
    trx,
  )
  if (Number(stored.rows[0]?.bytes ?? 0) + update.length > limits.maxCanvasBytes) return refused
  await appendUpdate(trx, actor, { canvasId, update, nodeId: null })
  return { outcome: 'suggested', changes }
}

/** A settlement that is tried again must not write the suggestion into its document a second time. */
function updateOf(suggestion: OpenSuggestion, text: string) {
  const known = updates.get(suggestion)
  if (known) return known
  const { doc, passage, call } = suggestion
  const before = encodeStateVector(doc)
  const changes = writeSuggestion(doc, passage, text, {
    id: call.shapingId,
    model: call.model.displayName,
  })
  const made = { update: encodeStateAsUpdate(doc, before), changes }
  updates.set(suggestion, made)
  return made
}
