import {
  type AccountId,
  type BaseId,
  type ExpectedSource,
  type FileId,
  type GoldenQuestion,
  type GoldenQuestionId,
  limits,
  mintId,
  type RoomId,
} from '@atrium/contract'
import { sql } from 'kysely'
import { basesOfRoom, filesOfRoom } from '../knowledge/index.ts'
import { inTenant, jsonText, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { requireRoomEditor } from '../rooms/index.ts'
import { noteChange } from './knowledge-changes.ts'
import type { Actor, EvaluationPorts } from './ports.ts'
import type { KeptSource } from './tables.ts'

/** A golden question as entered. */
type WrittenQuestion = {
  question: string
  expected: readonly { fileId: FileId; page: number | null }[]
  baseIds: readonly BaseId[]
}

export type QuestionRow = {
  id: GoldenQuestionId
  question: string
  expected: KeptSource[]
  baseIds: BaseId[]
  revision: number
  updatedAt: Date
}

const columns = sql`id, question, expected, base_ids as "baseIds", revision, updated_at as "updatedAt"`

/** A room's golden questions as they were written. */
export async function questionsOf(
  trx: Transaction,
  accountId: AccountId,
  roomId: RoomId,
): Promise<QuestionRow[]> {
  const found = await sql<QuestionRow>`
    select ${columns} from golden_question where account_id = ${accountId} and room_id = ${roomId}
    order by created_at, id`.execute(trx)
  return found.rows
}

export const listGoldenQuestions = (
  { database }: EvaluationPorts,
  actor: Actor,
  roomId: RoomId,
): Promise<GoldenQuestion[]> =>
  inTenant(database, actor, async (trx) => {
    await requireRoomEditor(trx, actor, roomId)
    const [rows, files] = [
      await questionsOf(trx, actor.accountId, roomId),
      await filesOfRoom(trx, actor.accountId, roomId),
    ]
    const there = new Set(files.map(({ id }) => id))
    return rows.map((row) => present(row, there))
  })

/** Creates a question. FILES_NOT_USABLE when a file or base is not of the room. */
export const createGoldenQuestion = (
  { database }: EvaluationPorts,
  actor: Actor,
  roomId: RoomId,
  written: WrittenQuestion,
): Promise<GoldenQuestion> =>
  inTenant(database, actor, async (trx) => {
    await requireRoomEditor(trx, actor, roomId)
    const { accountId } = actor
    const { expected, baseIds } = await keptSources(trx, accountId, roomId, written)
    // The room is locked against concurrent additions.
    const before = await questionsOf(trx, accountId, roomId)
    if (before.length >= limits.maxGoldenQuestions) fail('TOO_MANY_GOLDEN_QUESTIONS')
    const made = await sql<QuestionRow>`
      insert into golden_question (account_id, id, room_id, question, expected, base_ids)
      values (${accountId}, ${mintId('golden')}, ${roomId}, ${written.question.trim()},
        ${jsonText(expected)}::jsonb, ${baseIds}::text[])
      returning ${columns}`.execute(trx)
    await noteChange(trx, accountId, roomId, 'QUESTIONS')
    return present(made.rows[0] ?? fail('INTERNAL'), new Set(expected.map(({ fileId }) => fileId)))
  })

/** Replaces a question by a new version. Keeps an expected file even if it was deleted. */
export const changeGoldenQuestion = (
  { database }: EvaluationPorts,
  actor: Actor,
  roomId: RoomId,
  questionId: GoldenQuestionId,
  written: WrittenQuestion,
): Promise<GoldenQuestion> =>
  inTenant(database, actor, async (trx) => {
    await requireRoomEditor(trx, actor, roomId)
    const { accountId } = actor
    const before = (await questionsOf(trx, accountId, roomId)).find(({ id }) => id === questionId)
    const { expected, baseIds, there } = await keptSources(
      trx,
      accountId,
      roomId,
      written,
      before ?? fail('NOT_FOUND'),
    )
    const changed = await sql<QuestionRow>`
      update golden_question set question = ${written.question.trim()}, expected = ${jsonText(expected)}::jsonb,
        base_ids = ${baseIds}::text[], revision = revision + 1, updated_at = now()
      where account_id = ${accountId} and room_id = ${roomId} and id = ${questionId}
      returning ${columns}`.execute(trx)
    await noteChange(trx, accountId, roomId, 'QUESTIONS')
    return present(changed.rows[0] ?? fail('NOT_FOUND'), there)
  })

export const deleteGoldenQuestion = (
  { database }: EvaluationPorts,
  actor: Actor,
  roomId: RoomId,
  questionId: GoldenQuestionId,
): Promise<{ id: GoldenQuestionId }> =>
  inTenant(database, actor, async (trx) => {
    await requireRoomEditor(trx, actor, roomId)
    const deleted = await sql`
      delete from golden_question
      where account_id = ${actor.accountId} and room_id = ${roomId} and id = ${questionId}
      returning id`.execute(trx)
    return deleted.rows.length > 0 ? { id: questionId } : fail('NOT_FOUND')
  })

/** The room's files under their current names, and the bases to search: the selected ones and those of the files. */
async function keptSources(
  trx: Transaction,
  accountId: AccountId,
  roomId: RoomId,
  written: WrittenQuestion,
  before?: QuestionRow,
): Promise<{ expected: KeptSource[]; baseIds: BaseId[]; there: Set<FileId> }> {
  const files = new Map((await filesOfRoom(trx, accountId, roomId)).map((file) => [file.id, file]))
  const bases = new Set(await basesOfRoom(trx, accountId, roomId))
  const named = new Map(before?.expected.map(({ fileId, name }) => [fileId, name]))
  const expected = written.expected.map(({ fileId, page }) => {
    const name = files.get(fileId)?.name ?? named.get(fileId) ?? fail('FILES_NOT_USABLE')
    return { fileId, name, page }
  })
  const ofFiles = expected.flatMap(({ fileId }) => files.get(fileId)?.base?.id ?? [])
  const chosen = written.baseIds.filter((id) => bases.has(id) || before?.baseIds.includes(id))
  if (chosen.length < written.baseIds.length) fail('FILES_NOT_USABLE')
  return { expected, baseIds: [...new Set([...chosen, ...ofFiles])], there: new Set(files.keys()) }
}

const present = (
  { id, question, expected, baseIds, updatedAt }: QuestionRow,
  there: ReadonlySet<FileId>,
): GoldenQuestion => ({
  id,
  question,
  expected: expected.map(({ fileId, name, page }): ExpectedSource => ({
    fileId,
    fileName: name,
    page,
    isGone: !there.has(fileId),
  })),
  baseIds,
  updatedAt: updatedAt.toISOString(),
})
