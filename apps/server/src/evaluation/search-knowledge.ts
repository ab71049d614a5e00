import type { BaseId, RoomId, TriedSearch } from '@atrium/contract'
import { basesOfRoom, scopesToAsk } from '../knowledge/index.ts'
import { embedQuery, type FoundPassage, matchingWords, searchPassages } from '../retrieval/index.ts'
import { inTenant, type Transaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { readSurprise } from '../platform/words/index.ts'
import { requireRoom } from '../rooms/index.ts'
import type { Actor, SearchPorts } from './ports.ts'

type Wanted = { query: string; baseIds?: readonly BaseId[] | undefined; most: number }

/**
 * Searches a room's context and these bases, or all of its bases, for anybody who may ask in the room. NOT_FOUND for a base of
 * another room. Checks access before embedding the query, and again in the transaction that searches; none is open meanwhile.
 */
export async function searchKnowledge(
  { database, log, models }: SearchPorts,
  actor: Actor,
  roomId: RoomId,
  { query, baseIds, most }: Wanted,
): Promise<TriedSearch> {
  const scopes = (trx: Transaction) => scopesToSearch(trx, actor, roomId, baseIds)
  if (models.embedder) await inTenant(database, actor, scopes)
  const near = await embedQuery(
    { embedder: models.embedder, log, asker: { database, userId: actor.userId } },
    query,
  )
  const surprise = await readSurprise()
  return await inTenant(database, actor, async (trx) => {
    const { scopeIds, bases } = await scopes(trx)
    const searched = await searchPassages(trx, actor.accountId, { scopeIds, query, most, near, surprise })
    return {
      filesSearched: searched.filesSearched,
      passagesSearched: searched.passagesSearched,
      passagesFound: searched.passagesFound,
      usesVectors: near !== null,
      found: searched.found.map((passage) => present(passage, query, bases)),
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
  query: string,
  bases: readonly { id: BaseId; name: string }[],
): TriedSearch['found'][number] => ({
  fileId,
  fileName: name,
  base: bases.find(({ id }) => id === scopeId) ?? null,
  position,
  place,
  text,
  matches: matchingWords(query, text),
  score,
})
