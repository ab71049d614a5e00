import { sql } from 'kysely'
import { Doc } from 'yjs'
import { type Database, inSystem } from '../../platform/database/index.ts'
import { applyStored, type CanvasKey, readUpdates, storeText } from './stored-document.ts'

/** Stores the texts that a killed process didn't: of documents with updates that are older than a minute. Returns how many. */
export async function storeStaleTexts(database: Database): Promise<number> {
  const found = await inSystem(database, (trx) =>
    sql<CanvasKey>`
      select account_id as "accountId", id as "canvasId" from canvas
      where text_seq < last_seq and updated_at < now() - interval '1 minute' limit 100`.execute(trx),
  )
  for (const key of found.rows)
    await inSystem(database, async (trx) => {
      const { updates, seq } = await readUpdates(trx, key, -1)
      const doc = new Doc()
      applyStored(doc, updates, null)
      await storeText(trx, key, doc, seq)
      doc.destroy()
    })
  return found.rows.length
}
