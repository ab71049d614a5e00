import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Database } from './database/index.ts'
import { InstallationError } from './config/installation.ts'
import type { Log } from './log.ts'
import { atriumVersion } from './config/version.ts'

const everyMs = 10_000
/** A node that was not seen for this long is gone. */
const goneSeconds = 30

export interface NodeRegistry {
  /** Throws when this process cannot write to the database. */
  checkIn(): Promise<void>
  /** Returns the ids of the other processes that run on this database; a dead one counts for a short while. */
  others(): Promise<string[]>
  /** Whether there were others when this process checked in last, at most some seconds ago. */
  hasOthers(): boolean
  /** Registers a listener for the moment when this process is no longer alone. */
  onOthers(listener: () => void): void
  /** Removes processes that are known to be dead, by the beginning of their ids. */
  forget(idPrefix: string): Promise<void>
  stop(): Promise<void>
}

interface NodeOptions {
  database: Database
  nodeId: string
  /** Earlier processes of this data folder: its lock proves to its main process that they are gone. */
  folderId: string
  isMain: boolean
  /** As configured; undefined when it is not. */
  publicUrl: string | undefined
  /** The roles of this process. */
  roles: readonly string[]
  log: Log
}

/**
 * Registers this process among the running ones and keeps it registered. Throws `InstallationError` when another running process
 * has another ATRIUM_PUBLIC_URL: links in mails, sign-in and cookies would differ.
 */
export async function registerNode(options: NodeOptions): Promise<NodeRegistry> {
  const { nodeId, folderId, isMain, log } = options
  const { kysely } = options.database
  const publicUrl = options.publicUrl ?? ''
  await sql`
    delete from node where seen_at < clock_timestamp() - make_interval(secs => ${goneSeconds})
      or (${isMain}::boolean and starts_with(id, ${`${folderId}:`}))`.execute(kysely)
  const others = await sql<{ public_url: string }>`
    select public_url from node where public_url <> ${publicUrl} limit 1`.execute(kysely)
  const [other] = others.rows
  if (other !== undefined)
    throw new InstallationError(
      `ATRIUM_PUBLIC_URL is ${publicUrl || 'not set'} here, but ${other.public_url || 'not set'} for another process on this database. ` +
        'Set ATRIUM_PUBLIC_URL to the same address on all of them; to change it, stop them all first.',
    )
  let hasOthers = false
  const listeners: (() => void)[] = []
  const checkIn = async () => {
    const checked = await sql<{ hasOthers: boolean }>`
      insert into node (id, public_url, host, roles, version)
      values (${nodeId}, ${publicUrl}, ${hostname()}, ${[...options.roles]}, ${atriumVersion})
      on conflict (id) do update set seen_at = clock_timestamp()
      returning exists (
        select from node as other
        where other.id <> ${nodeId} and other.seen_at > clock_timestamp() - make_interval(secs => ${goneSeconds})) as "hasOthers"`.execute(
      kysely,
    )
    const wasAlone = !hasOthers
    hasOthers = checked.rows[0]?.hasOthers ?? false
    if (wasAlone && hasOthers) for (const listen of listeners) listen()
  }
  await checkIn()
  const timer = setInterval(
    () =>
      void checkIn().catch((error: unknown) =>
        log.warn({ event: 'node.check_in_failed', err: error }, 'Could not write to the database; retrying'),
      ),
    everyMs,
  ).unref()
  return {
    checkIn,
    hasOthers: () => hasOthers,
    onOthers: (listener) => void listeners.push(listener),
    async others() {
      const found = await sql<{ id: string }>`
        select id from node
        where id <> ${nodeId} and seen_at > clock_timestamp() - make_interval(secs => ${goneSeconds})`.execute(
        kysely,
      )
      return found.rows.map(({ id }) => id)
    },
    async forget(idPrefix) {
      await sql`delete from node where starts_with(id, ${idPrefix}) and id <> ${nodeId}`.execute(kysely)
    },
    async stop() {
      clearInterval(timer)
      await sql`delete from node where id = ${nodeId}`
        .execute(kysely)
        .catch((error: unknown) =>
          log.warn({ event: 'node.check_out_failed', err: error }, 'Could not sign this process off'),
        )
    },
  }
}
