import {
  type AccountId,
  type FileId,
  type KnowledgeInsights,
  limits,
  type RoomId,
  type TurnId,
} from '@atrium/contract'
import { sql } from 'kysely'
import { questionsOfTurns } from '../chats/index.ts'
import { type FileOfRoom, filesOfRoom } from '../knowledge/index.ts'
import { statesOf } from '../retrieval/index.ts'
import { inTenant, type TenantTransaction } from '../platform/database/index.ts'
import { requireRoomEditor } from '../rooms/index.ts'
import type { Actor, EvaluationPorts } from './ports.ts'
import { shareableQuestions } from './shareable-questions.ts'

/** Turns to consider: more than listed, since some chats are deleted and some questions repeat. */
const turnsLookedAt = 500

export const readInsights = (
  { database }: EvaluationPorts,
  actor: Actor,
  roomId: RoomId,
): Promise<KnowledgeInsights> =>
  inTenant(database, actor, async (trx) => {
    await requireRoomEditor(trx, actor, roomId)
    return {
      ...(await foundNothing(trx, actor, roomId)),
      ...(await unusedFiles(trx, actor.accountId, await filesOfRoom(trx, actor.accountId, roomId))),
    }
  })

/** Questions that found nothing, each once; of those that may not be shown (`shareableQuestions`) only their number. */
export async function foundNothing(
  trx: TenantTransaction,
  actor: Actor,
  roomId: RoomId,
): Promise<Pick<KnowledgeInsights, 'foundNothing' | 'hiddenCount'>> {
  const { accountId, userId } = actor
  const uses = await sql<{ turnId: TurnId; notedAt: Date }>`
    select turn_id as "turnId", noted_at as "notedAt" from source_use
    where account_id = ${accountId} and room_id = ${roomId} and found = 0
      and noted_at > now() - make_interval(days => ${limits.insightDays})
    order by noted_at desc limit ${turnsLookedAt}`.execute(trx)
  const turnIds = uses.rows.map(({ turnId }) => turnId)
  const questions = await questionsOfTurns(trx, accountId, turnIds)
  const asked = new Map(questions.map((question) => [question.turnId, question]))
  const shareable = shareableQuestions(questions, userId)
  const shown = new Map<string, { question: string; askedAt: string }>()
  let hiddenCount = 0
  for (const { turnId, notedAt } of uses.rows) {
    const question = asked.get(turnId)?.question
    if (question === undefined) continue
    if (!shareable.has(question)) hiddenCount += 1
    else if (!shown.has(question)) shown.set(question, { question, askedAt: notedAt.toISOString() })
  }
  return { foundNothing: [...shown.values()].slice(0, limits.insightsListed), hiddenCount }
}

async function unusedFiles(
  trx: TenantTransaction,
  accountId: AccountId,
  files: readonly FileOfRoom[],
): Promise<Pick<KnowledgeInsights, 'neverCited' | 'failed'>> {
  const fileIds = files.map(({ id }) => id)
  const states = await statesOf(trx, accountId, fileIds)
  const cited = await sql<{ id: FileId }>`
    select file_id as id from source_citation
    where account_id = ${accountId} and file_id = any(${fileIds}::text[])
      and last_cited_at > now() - make_interval(days => ${limits.insightDays})`.execute(trx)
  const isCited = new Set(cited.rows.map(({ id }) => id))
  const neverCited = files
    .filter(({ id }) => states.get(id)?.status === 'COMPLETED' && !isCited.has(id))
    .toSorted((one, other) => one.addedAt.getTime() - other.addedAt.getTime())
    .map(({ addedAt, ...file }) => ({ ...file, addedAt: addedAt.toISOString() }))
  const failed = files.flatMap(({ id, name, base }) => {
    const state = states.get(id)
    const isFailed = state?.status === 'FAILED' || state?.status === 'INVALID_INPUT'
    return state && isFailed ? [{ id, name, base, state }] : []
  })
  return {
    neverCited: neverCited.slice(0, limits.insightsListed),
    failed: failed.slice(0, limits.insightsListed),
  }
}
