import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { inSystem, inTenant } from '../../../platform/database/index.ts'
import { eraseDeleted } from '../../files/erase-context-files.ts'
import { admit, type Try } from '../begin-fetch.ts'
import { type Settled, settleFetched } from '../settle-try.ts'
import type { FetchPorts } from '../source-ports.ts'
import { storeContent } from '../store-content.ts'
import type { OriginId, OriginKind } from './document-reader.ts'
import { removeTexts } from './forget-document.ts'

/** Reads a canvas or chat and enqueues indexing its text, unless it is unchanged. Removes the text when it is no longer shared. */
export async function fetchDocument(
  ports: FetchPorts,
  source: Try,
  { kind, id }: { kind: OriginKind; id: OriginId },
): Promise<Settled | null> {
  const { accountId, sourceId } = source
  const document = await inSystem(ports.database, (trx) => ports.documents[kind].read(trx, accountId, id))
  const admitted = await inTenant(ports.database, { accountId, userId: null }, (trx) =>
    admit(trx, ports.plans, source),
  )
  if (!admitted) return null
  if (!document || document.roomId !== admitted.place.roomId) return await settleUnshared(ports, source)
  const title = document.title.slice(0, 300)
  const bytes = Buffer.from(`# ${document.title}\n\n${document.markdown}\n`)
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (source.known?.hash === hash) return await settleFetched(ports, source)
  return await storeContent(
    ports,
    accountId,
    { title, ending: 'txt', bytes },
    {
      userId: null,
      refusesTakenName: false,
      admit: (trx) => admit(trx, ports.plans, source),
      async settle(trx, { fileId }) {
        await sql`
          update knowledge_source set file_id = ${fileId}, content_hash = ${hash}, title = ${title}
          where account_id = ${accountId} and id = ${sourceId}`.execute(trx)
        return await settleFetched({ ...ports, trx }, source)
      },
    },
  )
}

/** With the commit its text is not searched; then erases the bytes. */
async function settleUnshared(ports: FetchPorts, source: Try): Promise<Settled | null> {
  const { accountId } = source
  const removed = await inTenant(ports.database, { accountId, userId: null }, async (trx) => {
    const admitted = await admit(trx, ports.plans, source)
    if (!admitted) return null
    return { roomId: admitted.place.roomId, files: await removeTexts(trx, accountId, [source.sourceId]) }
  })
  if (removed) await eraseDeleted(ports, removed.files)
  return removed && { roomId: removed.roomId }
}
