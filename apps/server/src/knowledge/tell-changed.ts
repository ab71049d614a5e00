import { type AccountId, type BaseId, isId, type Notice, type RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inTenant } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'

type RoomOf = { accountId: AccountId; roomId: RoomId }

export type KnowledgeTeller = {
  /** Files or bases of a room changed. */
  onKnowledgeChanged(room: RoomOf): void
  /** A file of a room's context, or of a base, is further on its way to being findable. */
  onProgress(file: { accountId: AccountId; scopeId: string }): void
}

const onceInMs = 1000

/**
 * Tells the open browsers of those who may use a room that its files or bases changed: at once, and then at most once a second
 * for each room, so that the last change is always told.
 */
export function createKnowledgeTeller(ports: {
  database: Database
  log: Log
  /** To the open browsers of everybody who may use the room. */
  tellRoom(room: RoomOf, notice: Notice): void
}): KnowledgeTeller {
  const tellRoom = atMostOnce<RoomOf>(
    ({ roomId }) => roomId,
    ({ accountId, roomId }) => ports.tellRoom({ accountId, roomId }, { type: 'knowledge-changed', roomId }),
  )
  const findRoom = atMostOnce<{ accountId: AccountId; scopeId: string }>(
    ({ scopeId }) => scopeId,
    ({ accountId, scopeId }) =>
      void roomOfScope(ports.database, accountId, scopeId)
        .then((roomId) => {
          if (roomId) tellRoom({ accountId, roomId })
        })
        .catch((error: unknown) => ports.log.warn({ err: error }, 'a change of knowledge could not be told')),
  )
  return { onKnowledgeChanged: tellRoom, onProgress: findRoom }
}

/** Calls at once for the first of a kind, then once a second as long as more of it comes. */
function atMostOnce<Event>(keyOf: (event: Event) => string, call: (event: Event) => void) {
  const latest = new Map<string, Event | null>()
  const pause = (key: string) =>
    setTimeout(() => {
      const event = latest.get(key) ?? null
      if (event === null) return void latest.delete(key)
      latest.set(key, null)
      call(event)
      pause(key)
    }, onceInMs).unref()
  return (event: Event) => {
    const key = keyOf(event)
    if (latest.has(key)) return void latest.set(key, event)
    latest.set(key, null)
    call(event)
    pause(key)
  }
}

async function roomOfScope(
  database: Database,
  accountId: AccountId,
  scopeId: string,
): Promise<RoomId | null> {
  if (isId('room', scopeId)) return scopeId
  return isId('base', scopeId) ? await roomOfBase(database, accountId, scopeId) : null
}

const roomOfBase = (database: Database, accountId: AccountId, baseId: BaseId): Promise<RoomId | null> =>
  inTenant(database, { accountId, userId: null }, async (trx) => {
    const found = await sql<{ roomId: RoomId }>`
      select room_id as "roomId" from knowledge_base where account_id = ${accountId} and id = ${baseId}`.execute(
      trx,
    )
    return found.rows[0]?.roomId ?? null
  })
