import type { BaseId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Home, type HomeId, requireHome, requireHomeEditor } from '../homes.ts'
import type { Actor } from '../homes.ts'

type FoundBase = { id: BaseId; name: string; roomId: HomeId }

async function findBase(trx: Transaction, { accountId }: Actor, baseId: BaseId): Promise<FoundBase> {
  const found = await sql<FoundBase>`
    select id, name, room_id as "roomId" from knowledge_base
    where account_id = ${accountId} and id = ${baseId} and deleted_at is null`.execute(trx)
  return found.rows[0] ?? fail('NOT_FOUND')
}

/** Returns the base for users of its room or members of its account; others get NOT_FOUND as for a missing one. */
export async function requireBase(
  trx: Transaction,
  actor: Actor,
  baseId: BaseId,
): Promise<FoundBase & { home: Home }> {
  const base = await findBase(trx, actor, baseId)
  return { ...base, home: await requireHome(trx, actor, base.roomId) }
}

/** Returns the base for the owner and admins of its room or account, locked until the transaction ends. */
export async function requireBaseEditor(
  trx: Transaction,
  actor: Actor,
  baseId: BaseId,
): Promise<FoundBase & { home: Home }> {
  const { roomId } = await findBase(trx, actor, baseId)
  const home = await requireHomeEditor(trx, actor, roomId)
  // The previous holder of the lock may have deleted it.
  return { ...(await findBase(trx, actor, baseId)), home }
}
