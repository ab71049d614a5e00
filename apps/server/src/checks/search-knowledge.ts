import type { BaseId, RoomId, TriedSearch } from '@atrium/contract'
import { basesOfRoom, scopesToAsk } from '../knowledge/index.ts'
import { embedQuery, type FoundPassage, searchPassages } from '../passages/index.ts'
import { inTenant, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { requireRoom } from '../rooms/index.ts'
import type { Actor, SearchPorts } from './ports.ts'

type Wanted = { query: string; baseIds?: readonly BaseId[] | undefined; most: number }

/**
 * What a question finds in a room, for everybody who may ask there: in its context and in these bases of it, or in all of its
 * bases. A base of another room is NOT_FOUND. The right is asked before a model is asked what the question means, and again in the
 * transaction that searches; none is open while the model works.
 */
export async function searchKnowledge(
  { database, log, models }: SearchPorts,
  actor: Actor,
  roomId: RoomId,
  { query, baseIds, most }: Wanted,
): Promise<TriedSearch> {
  const scopes = (trx: Transaction) => scopesToSearch(trx, actor, roomId, baseIds)
  if (models.embedder) await inTenant(database, actor, scopes)
  const near = await embedQuery({ embedder: models.embedder, log }, query)
  return await inTenant(database, actor, async (trx) => {
    const { scopeIds, bases } = await scopes(trx)
    const searched = await searchPassages(trx, actor.accountId, { scopeIds, query, most, near })
    return {
      filesSearched: searched.filesSearched,
      passagesSearched: searched.passagesSearched,
      passagesFound: searched.passagesFound,
      usesVectors: near !== null,
      found: searched.found.map((passage) => present(passage, bases)),
    }
  })
}

async function scopesToSearch(
  trx: Transaction,
  actor: Actor,
  roomId: RoomId,
  wanted: readonly BaseId[] | undefined,
): ReturnType<typeof scopesToAsk> {
  await requireRoom(trx, actor, roomId)
  const there = await basesOfRoom(trx, actor.accountId, roomId)
  if (wanted?.some((id) => !there.includes(id))) fail('NOT_FOUND')
  return await scopesToAsk(trx, actor, { roomId, baseIds: wanted ?? there })
}

const present = (
  { fileId, name, scopeId, position, place, text, score }: FoundPassage,
  bases: readonly { id: BaseId; name: string }[],
): TriedSearch['found'][number] => ({
  fileId,
  fileName: name,
  base: bases.find(({ id }) => id === scopeId) ?? null,
  position,
  place,
  text,
  score,
})
