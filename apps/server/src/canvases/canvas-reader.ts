import { CanvasId } from '@atrium/contract'
import { sql } from 'kysely'
import type { DocumentReader } from '../knowledge/index.ts'
import { requireCanvas } from './access.ts'

/** Canvases as sources of knowledge bases (KB-10): those that are shared with their room, with the text that was stored last. */
export const canvasReader: DocumentReader = {
  async requireSharer(trx, actor, id) {
    await requireCanvas(trx, actor, CanvasId.parse(id), 'manage')
  },
  async read(trx, accountId, id) {
    const found = await sql<{ title: string; roomId: `room_${string}`; markdown: string }>`
      select title, room_id as "roomId", markdown from canvas
      where account_id = ${accountId} and id = ${id} and share <> 'none' and deleted_at is null`.execute(trx)
    return found.rows[0] ?? null
  },
}
