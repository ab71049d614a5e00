import { type AccountId, type BaseId, isId, type Notice, type RoomId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inTenant } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import type { HomeId } from './homes.ts'

type RoomOf = { accountId: AccountId; roomId: RoomId }
type HomeOf = { accountId: AccountId; roomId: HomeId }

export type KnowledgeNotifier = {
  /** Files or bases of a room, or of the whole account, changed. */
  onKnowledgeChanged(home: HomeOf): void
  /** Called when indexing of a file in a room's context, or a base, made progress. */
  onProgress(file: { accountId: AccountId; scopeId: string }): void
}

const onceInMs = 1000

/**
 * Notifies open browsers of a room's users that its files or bases changed, and everybody in an account of the account's: at
 * once, and then at most once per second for each room or account, so that the last change is always published.
 */
export function createKnowledgeNotifier(ports: {
  database: Database
  log: Log
  /** To the open browsers of everybody who may use the room. */
  publishInRoom(room: RoomOf, notice: Notice): void
  /** To those of everybody in the account. */
  publish(to: { accountId: AccountId }, notice: Notice): void
}): KnowledgeNotifier {
  const publishHome = coalesce<HomeOf>(
    ({ accountId, roomId }) => roomId ?? accountId,
    ({ accountId, roomId }) => {
      const notice = { type: 'knowledge-changed', roomId } as const
      if (roomId === null) ports.publish({ accountId }, notice)
      else ports.publishInRoom({ accountId, roomId }, notice)
    },
  )
  const findHome = coalesce<{ accountId: AccountId; scopeId: string }>(
    ({ scopeId }) => scopeId,
    ({ accountId, scopeId }) =>
      void homeOfScope(ports.database, accountId, scopeId)
        .then((home) => {
          if (home) publishHome({ accountId, ...home })
        })
        .catch((error: unknown) =>
          ports.log.warn(
            { event: 'knowledge.publish_failed', err: error },
            'Could not publish a change of knowledge',
          ),
        ),
  )
  return { onKnowledgeChanged: publishHome, onProgress: findHome }
}

/** Calls at once for the first event of a key, then once per second while more arrive. */
function coalesce<Event>(keyOf: (event: Event) => string, call: (event: Event) => void) {
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

async function homeOfScope(
  database: Database,
  accountId: AccountId,
  scopeId: string,
): Promise<{ roomId: HomeId } | undefined> {
  if (isId('room', scopeId)) return { roomId: scopeId }
  return isId('base', scopeId) ? await homeOfBase(database, accountId, scopeId) : undefined
}

const homeOfBase = (
  database: Database,
  accountId: AccountId,
  baseId: BaseId,
): Promise<{ roomId: HomeId } | undefined> =>
  inTenant(database, { accountId, userId: null }, async (trx) => {
    const found = await sql<{ roomId: HomeId }>`
      select room_id as "roomId" from knowledge_base where account_id = ${accountId} and id = ${baseId}`.execute(
      trx,
    )
    return found.rows[0]
  })
