import type { CanvasId, CanvasVersion } from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Actor, requireCanvas } from '../access.ts'
import { requireVersion } from './find-versions.ts'
import { refuseTooManyNames, storeVersion } from './store-version.ts'

/** Saves the document as it is now as a named version, for people who may edit the canvas. */
export async function saveVersion(
  trx: TenantTransaction,
  actor: Actor,
  canvasId: CanvasId,
  name: string,
): Promise<CanvasVersion> {
  await requireCanvas(trx, actor, canvasId, 'edit', { isLocked: true })
  const number = await storeVersion(trx, { accountId: actor.accountId, canvasId }, { name })
  return await requireVersion(trx, actor, canvasId, number ?? fail('NOT_FOUND'))
}

/** Names a version, so that it is kept, or removes its name. */
export async function nameVersion(
  trx: TenantTransaction,
  actor: Actor,
  { canvasId, number, name }: { canvasId: CanvasId; number: number; name: string | null },
): Promise<CanvasVersion> {
  const { accountId } = actor
  await requireCanvas(trx, actor, canvasId, 'edit', { isLocked: true })
  const before = await requireVersion(trx, actor, canvasId, number)
  if (name !== null && before.name === null) await refuseTooManyNames(trx, { accountId, canvasId })
  await sql`
    update canvas_version set name = ${name}
    where account_id = ${accountId} and canvas_id = ${canvasId} and number = ${number}`.execute(trx)
  return { ...before, name }
}

/** Deletes a version for good, for people who manage the canvas; one that is already deleted stays so. */
export async function deleteVersion(
  trx: TenantTransaction,
  actor: Actor,
  canvasId: CanvasId,
  number: number,
): Promise<void> {
  await requireCanvas(trx, actor, canvasId, 'manage', { isLocked: true })
  await sql`
    delete from canvas_version
    where account_id = ${actor.accountId} and canvas_id = ${canvasId} and number = ${number}`.execute(trx)
}
