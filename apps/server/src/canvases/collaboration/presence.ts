import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem } from '../../platform/database/index.ts'
import type { Limited } from '../../platform/limit-concurrency.ts'
import type { Log } from '../../platform/log.ts'
import type { CanvasKey } from './stored-document.ts'

/** Shorter than the time that a person counts as present without a renewal. */
const renewMs = 2_000

export type Presence = {
  join(key: CanvasKey, userId: UserId, connectionId: string): Promise<void>
  leave(key: CanvasKey, connectionId: string): Promise<void>
  stop(): Promise<void>
}

/** Stores who has which canvas open in this process, and renews the entries. Those of a killed process expire. Runs until stopped. */
export function storePresence({
  database,
  nodeId,
  log,
  limited,
}: {
  database: Database
  nodeId: string
  log: Log
  limited: Limited
}): Presence {
  let count = 0
  const warn = (error: unknown) =>
    log.warn({ event: 'canvas.presence_failed', err: error }, 'Could not store who has a canvas open')
  const write = (work: Parameters<typeof inSystem<unknown>>[1]) =>
    limited(() => inSystem(database, work)).then(() => undefined, warn)
  const renew = () =>
    void write((trx) =>
      sql`update canvas_presence set seen_at = now() where node_id = ${nodeId}`.execute(trx),
    )
  /** Set while somebody is present. */
  let timer: NodeJS.Timeout | undefined
  const stopRenewing = () => {
    clearInterval(timer)
    timer = undefined
  }
  return {
    async join({ accountId, canvasId }, userId, connectionId) {
      count += 1
      timer ??= setInterval(renew, renewMs).unref()
      await write((trx) =>
        sql`insert into canvas_presence (account_id, canvas_id, connection_id, node_id, user_id)
          select account_id, id, ${connectionId}, ${nodeId}, ${userId} from canvas
          where account_id = ${accountId} and id = ${canvasId}
          on conflict (account_id, canvas_id, connection_id) do update set seen_at = now()`.execute(trx),
      )
    },
    async leave({ accountId, canvasId }, connectionId) {
      count -= 1
      if (count === 0) stopRenewing()
      await write((trx) =>
        sql`delete from canvas_presence
          where account_id = ${accountId} and canvas_id = ${canvasId} and connection_id = ${connectionId}`.execute(
          trx,
        ),
      )
    },
    async stop() {
      stopRenewing()
      await write((trx) => sql`delete from canvas_presence where node_id = ${nodeId}`.execute(trx))
    },
  }
}

/** Deletes the entries of processes that died. */
export const eraseOldPresence = (database: Database): Promise<unknown> =>
  inSystem(database, (trx) =>
    sql`delete from canvas_presence where seen_at < now() - interval '1 minute'`.execute(trx),
  )
