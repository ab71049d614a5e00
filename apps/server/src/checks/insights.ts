import {
  type AccountId,
  type FileId,
  type KnowledgeInsights,
  limits,
  type RoomId,
  type TurnId,
} from '@atrium/contract'
import { sql } from 'kysely'
import { otherAskers, questionsOfTurns } from '../chats/index.ts'
import { type FileOfRoom, filesOfRoom } from '../knowledge/index.ts'
import { statesOf } from '../passages/index.ts'
import { inTenant, type TenantTransaction } from '../platform/database/index.ts'
import { requireRoomEditor } from '../rooms/index.ts'
import type { Actor, CheckPorts } from './ports.ts'

/** Where fewer others ask, who asked what could be guessed. */
const askersLeast = 3

/** Turns that are looked at: more than are listed, since some are of deleted chats and some ask the same. */
const turnsLookedAt = 500

export const readInsights = (
  { database }: CheckPorts,
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

/** What was asked in vain, each question once. Words are told of the reader's own questions, and of all where enough people ask. */
async function foundNothing(
  trx: TenantTransaction,
  actor: Actor,
  roomId: RoomId,
): Promise<Pick<KnowledgeInsights, 'foundNothing' | 'untoldCount'>> {
  const { accountId, userId } = actor
  const uses = await sql<{ turnId: TurnId; notedAt: Date }>`
    select turn_id as "turnId", noted_at as "notedAt" from source_use
    where account_id = ${accountId} and room_id = ${roomId} and found = 0
      and noted_at > now() - make_interval(days => ${limits.insightDays})
    order by noted_at desc limit ${turnsLookedAt}`.execute(trx)
  const turnIds = uses.rows.map(({ turnId }) => turnId)
  const asked = new Map(
    (await questionsOfTurns(trx, accountId, turnIds)).map((question) => [question.turnId, question]),
  )
  const areTold = (await otherAskers(trx, actor, roomId, limits.insightDays)) >= askersLeast
  const told = new Map<string, { question: string; askedAt: string }>()
  let untoldCount = 0
  for (const { turnId, notedAt } of uses.rows) {
    const found = asked.get(turnId)
    if (!found) continue
    const { question, askerId } = found
    if (!areTold && askerId !== userId) untoldCount += 1
    else if (!told.has(question)) told.set(question, { question, askedAt: notedAt.toISOString() })
  }
  return { foundNothing: [...told.values()].slice(0, limits.insightsListed), untoldCount }
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
