import { markdownOf } from '@atrium/canvas'
import type { AccountId, CanvasId } from '@atrium/contract'
import { sql } from 'kysely'
import { Doc } from 'yjs'
import type { TenantTransaction } from '../platform/database/index.ts'
import { type Actor, findCanvases } from './access.ts'
import { applyStored, readUpdates } from './collaboration/stored-document.ts'

/** A canvas with its current text. */
export type CanvasText = { canvasId: CanvasId; title: string; markdown: string }

/** Returns the given canvases that the actor may see, with their current text, in the order of the ids. */
export async function readTexts(
  trx: TenantTransaction,
  actor: Actor,
  canvasIds: readonly CanvasId[],
): Promise<CanvasText[]> {
  if (canvasIds.length === 0) return []
  const wanted = sql`canvas.id = any(${[...canvasIds]}::text[]) and canvas.deleted_at is null`
  const titles = new Map((await findCanvases(trx, actor, wanted)).map(({ id, title }) => [id, title]))
  const texts: CanvasText[] = []
  for (const canvasId of new Set(canvasIds)) {
    const title = titles.get(canvasId)
    if (title === undefined) continue
    texts.push({ canvasId, title, markdown: await textOf(trx, actor.accountId, canvasId) })
  }
  return texts
}

/** The stored text, or that of the document where changes came after it. */
async function textOf(trx: TenantTransaction, accountId: AccountId, canvasId: CanvasId): Promise<string> {
  const found = await sql<{ markdown: string; isPresent: boolean }>`
    select markdown, text_seq = last_seq as "isPresent" from canvas
    where account_id = ${accountId} and id = ${canvasId}`.execute(trx)
  const stored = found.rows[0]
  if (stored === undefined || stored.isPresent) return stored?.markdown ?? ''
  const { updates } = await readUpdates(trx, { accountId, canvasId }, -1)
  const doc = new Doc()
  applyStored(doc, updates, null)
  const markdown = markdownOf(doc)
  doc.destroy()
  return markdown
}
