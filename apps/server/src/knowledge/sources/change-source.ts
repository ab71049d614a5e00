import { buffer } from 'node:stream/consumers'
import type { BaseId, KnowledgeSource, RefreshInterval, SourceId } from '@atrium/contract'
import { sql } from 'kysely'
import { inTenant } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { requireBaseEditor } from '../bases/find-base.ts'
import { requireBases } from '../files/context-limits.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import type { Actor } from '../homes.ts'
import { requireReadableFile } from '../files/open-context-file.ts'
import { findSource } from './find-source.ts'
import { nextDue } from './next-due.ts'
import { presentSource } from './present-sources.ts'
import { storeContent } from './store-content.ts'

type Change = {
  refresh?: RefreshInterval | undefined
  title?: string | undefined
  text?: string | undefined
}

/**
 * Changes an address's refresh interval, or a pasted text's title and text, for the owner and admins of the base's room. Pages of
 * a sitemap follow the sitemap's interval; a text is never fetched.
 */
export async function changeSource(
  ports: KnowledgePorts,
  actor: Actor,
  baseId: BaseId,
  sourceId: SourceId,
  { refresh, title, text }: Change,
): Promise<KnowledgeSource> {
  const { row, roomId } = await inTenant(ports.database, actor, async (trx) => {
    const { roomId } = await requireBaseEditor(trx, actor, baseId)
    await requireBases(trx, actor, ports.plans)
    return { row: await findSource(trx, actor, baseId, sourceId), roomId }
  })
  const isOfText = title !== undefined || text !== undefined
  if (isOfText && row.kind !== 'text') refuse('text', 'Only a pasted text is changed by hand.')
  if (refresh !== undefined && (row.url === null || row.parentId !== null))
    refuse('refresh', 'This is not fetched by itself.')
  const changed = isOfText
    ? await changeText(ports, actor, { baseId, sourceId }, { title: title ?? row.title, text })
    : await setRefresh(ports, actor, { baseId, sourceId }, refresh ?? row.refresh)
  ports.onKnowledgeChanged({ accountId: actor.accountId, roomId })
  return changed
}

function refuse(field: string, message: string): never {
  return fail('INVALID_INPUT', { issues: [{ path: `body.${field}`, message }] })
}

type Which = { baseId: BaseId; sourceId: SourceId }

const setRefresh = (
  { database }: KnowledgePorts,
  actor: Actor,
  { baseId, sourceId }: Which,
  refresh: RefreshInterval,
): Promise<KnowledgeSource> =>
  inTenant(database, actor, async (trx) => {
    await requireBaseEditor(trx, actor, baseId)
    const inSeconds = nextDue({ refresh, failures: 0, mayPass: false })
    // A waiting source is fetched soon; the result sets the next time.
    await sql`
      update knowledge_source set refresh = ${refresh}, due_at = case when status = 'WAITING' then due_at
        else coalesce(fetched_at, now()) + make_interval(secs => ${inSeconds}) end
      where account_id = ${actor.accountId} and id = ${sourceId}`.execute(trx)
    return await presentSource(trx, actor.accountId, await findSource(trx, actor, baseId, sourceId))
  })

async function changeText(
  ports: KnowledgePorts,
  actor: Actor,
  { baseId, sourceId }: Which,
  { title, text }: { title: string; text: string | undefined },
): Promise<KnowledgeSource> {
  const { accountId } = actor
  const bytes = text === undefined ? await bytesOf(ports, actor, { baseId, sourceId }) : Buffer.from(text)
  const changed = await storeContent(
    ports,
    accountId,
    { title, ending: 'txt', bytes },
    {
      userId: actor.userId,
      refusesTakenName: true,
      async admit(trx) {
        const { roomId } = await requireBaseEditor(trx, actor, baseId)
        const allowed = await requireBases(trx, actor, ports.plans)
        const { fileId } = await findSource(trx, actor, baseId, sourceId)
        return { place: { accountId, baseId, roomId, sourceId, fileId }, allowed }
      },
      async settle(trx, { fileId }) {
        await sql`
        update knowledge_source set title = ${title}, file_id = ${fileId}
        where account_id = ${accountId} and id = ${sourceId}`.execute(trx)
        return await presentSource(trx, accountId, await findSource(trx, actor, baseId, sourceId))
      },
    },
  )
  return changed ?? fail('NOT_FOUND')
}

async function bytesOf({ database, storage }: KnowledgePorts, actor: Actor, { baseId, sourceId }: Which) {
  const file = await inTenant(database, actor, async (trx) => {
    const { fileId } = await findSource(trx, actor, baseId, sourceId)
    return await requireReadableFile(trx, actor, fileId ?? fail('NOT_FOUND'))
  })
  return await buffer(((await storage.get(file.storageKey)) ?? fail('CONFLICT')).read())
}
