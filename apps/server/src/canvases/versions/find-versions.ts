import { blocksOf } from '@atrium/canvas'
import type { CanvasId, CanvasVersion, OpenedCanvasVersion } from '@atrium/contract'
import type { JSONContent } from '@tiptap/core'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Actor, requireCanvas } from '../access.ts'

type VersionRow = Omit<CanvasVersion, 'createdAt'> & { createdAt: Date }

/**
 * Returns the versions of a canvas, newest first. Only for people who may edit it: a version shows what was removed before the canvas was
 * shared to read.
 */
export async function listVersions(
  trx: TenantTransaction,
  actor: Actor,
  canvasId: CanvasId,
): Promise<CanvasVersion[]> {
  await requireCanvas(trx, actor, canvasId, 'edit')
  return await findVersions(trx, actor, canvasId, sql`true`)
}

/** Returns a version without its text; throws NOT_FOUND. */
export async function requireVersion(
  trx: TenantTransaction,
  actor: Actor,
  canvasId: CanvasId,
  number: number,
): Promise<CanvasVersion> {
  const [version] = await findVersions(trx, actor, canvasId, sql`version.number = ${number}`)
  return version ?? fail('NOT_FOUND')
}

/** Returns a version with its text, for people who may edit the canvas. */
export async function openVersion(
  trx: TenantTransaction,
  actor: Actor,
  canvasId: CanvasId,
  number: number,
): Promise<OpenedCanvasVersion> {
  await requireCanvas(trx, actor, canvasId, 'edit')
  const version = await requireVersion(trx, actor, canvasId, number)
  const { document, markdown } = await readVersion(trx, actor, canvasId, number)
  return { ...version, markdown, blocks: blocksOf(document) }
}

/** Reads the document of a version; throws NOT_FOUND. */
export async function readVersion(
  trx: TenantTransaction,
  { accountId }: Actor,
  canvasId: CanvasId,
  number: number,
): Promise<{ document: JSONContent; markdown: string }> {
  const found = await sql<{ document: string; markdown: string }>`
    select document, markdown from canvas_version
    where account_id = ${accountId} and canvas_id = ${canvasId} and number = ${number}`.execute(trx)
  const row = found.rows[0] ?? fail('NOT_FOUND')
  return {
    document: JSON.parse(row.document) as JSONContent,
    markdown: row.markdown,
  }
}

async function findVersions(
  trx: TenantTransaction,
  { accountId }: Actor,
  canvasId: CanvasId,
  which: RawBuilder<unknown>,
): Promise<CanvasVersion[]> {
  const found = await sql<VersionRow>`
    select version.number, version.name, version.restored_from as "restoredFrom", version.word_count as "wordCount",
      version.created_at as "createdAt", (
        select coalesce(json_agg(json_build_object('id', person.id, 'name', person.name)
          order by lower(person.name), person.id), '[]')
        from canvas_version_author as author join identity_user as person on person.id = author.user_id
        where author.account_id = version.account_id and author.canvas_id = version.canvas_id
          and author.number = version.number) as authors
    from canvas_version as version
    where version.account_id = ${accountId} and version.canvas_id = ${canvasId} and ${which}
    order by version.number desc`.execute(trx)
  return found.rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
  }))
}
