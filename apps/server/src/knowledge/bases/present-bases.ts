import type { BaseId, FileId, KnowledgeBase, UserId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { statesOf } from '../../retrieval/index.ts'
import type { Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { unread } from '../files/files-in-collection.ts'
import { type Home, type HomeId, isAmongHomes } from '../homes.ts'
import type { Actor } from '../homes.ts'
import { sourcesOfBases } from '../sources/sources-of-bases.ts'
import { stateOfBase } from './state-of-base.ts'

type BaseRow = {
  id: BaseId
  roomId: HomeId
  name: string
  description: string
  createdAt: Date
  updatedAt: Date
  createdById: UserId | null
  createdByName: string | null
}
type FileOfBase = { id: FileId; baseId: BaseId; sizeBytes: number; isOfSource: boolean }

/** Returns bases of these rooms and accounts for a person who may use all in them. `which` selects, orders and limits them. */
export async function presentBases(
  trx: Transaction,
  { accountId }: Actor,
  homes: readonly Home[],
  which: RawBuilder<unknown>,
): Promise<KnowledgeBase[]> {
  const found = await sql<BaseRow>`
    select knowledge_base.id, room_id as "roomId", knowledge_base.name, description, knowledge_base.created_at as "createdAt",
      knowledge_base.updated_at as "updatedAt", person.id as "createdById", person.name as "createdByName"
    from knowledge_base left join identity_user as person on person.id = created_by
    where account_id = ${accountId} and deleted_at is null and ${isAmongHomes(sql`room_id`, homes)} ${which}`.execute(
    trx,
  )
  const baseIds = found.rows.map(({ id }) => id)
  const { rows: files } = await sql<FileOfBase>`
    select id, base_id as "baseId", size_bytes as "sizeBytes", source_id is not null as "isOfSource" from room_file
    where account_id = ${accountId} and base_id = any(${baseIds}::text[]) and deleted_at is null and stored_at is not null`.execute(
    trx,
  )
  const states = await statesOf(
    trx,
    accountId,
    files.map(({ id }) => id),
  )
  const sources = await sourcesOfBases(trx, accountId, baseIds)
  return found.rows.map((base) => {
    const mine = files.filter(({ baseId }) => baseId === base.id)
    const home = homes.find(({ room }) => (room?.id ?? null) === base.roomId) ?? fail('NOT_FOUND')
    return {
      ...present(base, home),
      ...stateOfBase(
        mine.map(({ id }) => ({ id, state: states.get(id) ?? unread })),
        sources.get(base.id),
      ),
      fileCount: mine.filter(({ isOfSource }) => !isOfSource).length,
      sourceCount: sources.get(base.id)?.count ?? 0,
      sizeBytes: mine.reduce((total, { sizeBytes }) => total + sizeBytes, 0),
    }
  })
}

const present = (base: BaseRow, { room, mayEdit }: Home) => ({
  id: base.id,
  room: room && { id: room.id, name: room.name },
  rag_name: base.name,
  description: base.description,
  ip_type: 'FILE_UPLOAD' as const,
  created_at: base.createdAt.toISOString(),
  updated_at: base.updatedAt.toISOString(),
  createdBy:
    base.createdById === null || base.createdByName === null
      ? null
      : { id: base.createdById, name: base.createdByName },
  mayEdit,
})

/** Returns one existing base. */
export async function presentBase(
  trx: Transaction,
  actor: Actor,
  home: Home,
  baseId: BaseId,
): Promise<KnowledgeBase> {
  const [base] = await presentBases(trx, actor, [home], sql`and knowledge_base.id = ${baseId}`)
  return base ?? fail('NOT_FOUND')
}
