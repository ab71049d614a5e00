import { type BaseId, type CanvasBase, type CanvasId, limits } from '@atrium/contract'
import { sql } from 'kysely'
import type { Plans } from '../../accounts/index.ts'
import { basesOpenTo, hasBases } from '../../knowledge/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Actor, type CanvasRow, requireCanvas } from '../access.ts'

type OfCanvas = { canvasId: CanvasId; baseId: BaseId }

/** Returns the bases of canvases that the actor may use, by name; none where the plan has none. The caller checks access to the canvases. */
export async function basesOfCanvases(
  trx: TenantTransaction,
  plans: Plans,
  actor: Actor,
  canvasIds: readonly CanvasId[],
): Promise<CanvasBase[]> {
  const found = await sql<{ baseId: BaseId }>`
    select distinct base_id as "baseId" from canvas_base
    where account_id = ${actor.accountId} and canvas_id = any(${[...canvasIds]}::text[])`.execute(trx)
  if (found.rows.length === 0 || !(await hasBases(trx, actor, plans))) return []
  return await basesOpenTo(
    trx,
    actor,
    found.rows.map(({ baseId }) => baseId),
  )
}

/** Adds a base that the actor may use to a canvas that they may edit. */
export async function addBase(
  trx: TenantTransaction,
  plans: Plans,
  actor: Actor,
  { canvasId, baseId }: OfCanvas,
): Promise<CanvasRow> {
  const { accountId } = actor
  // Locked, so that the bases are counted one change after another.
  const canvas = await requireCanvas(trx, actor, canvasId, 'edit', { isLocked: true })
  if (!(await hasBases(trx, actor, plans))) fail('RAG_NOT_ALLOWED')
  const [base] = await basesOpenTo(trx, actor, [baseId])
  if (!base) fail('NOT_FOUND')
  await sql`
    insert into canvas_base (account_id, canvas_id, base_id) values (${accountId}, ${canvasId}, ${baseId})
    on conflict do nothing`.execute(trx)
  // A deleted base may still have its row.
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from canvas_base
    join knowledge_base as base on base.account_id = canvas_base.account_id and base.id = base_id and base.deleted_at is null
    where canvas_base.account_id = ${accountId} and canvas_id = ${canvasId}`.execute(trx)
  if ((counted.rows[0]?.count ?? 0) > limits.maxBasesAsked)
    fail('INVALID_INPUT', {
      issues: [
        { path: 'body.baseId', message: `A canvas has at most ${limits.maxBasesAsked} knowledge bases.` },
      ],
    })
  return canvas
}

/** Removes a base from a canvas that the actor may edit. */
export async function removeBase(
  trx: TenantTransaction,
  actor: Actor,
  { canvasId, baseId }: OfCanvas,
): Promise<CanvasRow> {
  const canvas = await requireCanvas(trx, actor, canvasId, 'edit')
  await sql`
    delete from canvas_base
    where account_id = ${actor.accountId} and canvas_id = ${canvasId} and base_id = ${baseId}`.execute(trx)
  return canvas
}

/** Gives the copy of a canvas those of its bases that the actor may use. */
export async function copyBases(
  trx: TenantTransaction,
  plans: Plans,
  actor: Actor,
  { from, to }: { from: CanvasId; to: CanvasId },
): Promise<void> {
  const bases = await basesOfCanvases(trx, plans, actor, [from])
  if (bases.length === 0) return
  await sql`
    insert into canvas_base (account_id, canvas_id, base_id)
    select ${actor.accountId}, ${to}, unnest(${bases.map(({ id }) => id)}::text[])`.execute(trx)
}
