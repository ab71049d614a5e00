import type { SourceProblem } from '@atrium/contract'
import { sql } from 'kysely'
import { inTenant, type Transaction } from '../../platform/database/index.ts'
import type { HomeId } from '../homes.ts'
import { admit, type Try } from './begin-fetch.ts'
import { documentIntervalSeconds } from './documents/forget-document.ts'
import { nextDue } from './next-due.ts'
import type { FetchPorts } from './source-ports.ts'
import type { Version } from './web/address-fetcher.ts'

/** A canvas or chat is read every few minutes, which costs nothing unless it changed. */
const dueOf = (of: Try, tries: { failures: number; mayPass: boolean }): number | null =>
  of.originId === null ? nextDue({ refresh: of.refresh, ...tries }) : documentIntervalSeconds

export type Settled = { roomId: HomeId }
/** In the given transaction, or in a separate one. */
type SettlePorts = Pick<FetchPorts, 'database' | 'plans'> & { trx?: Transaction }

/** Stores the result of an attempt; null when a later one has started, or its source is gone. */
async function settle(
  { database, plans, trx: given }: SettlePorts,
  { accountId, sourceId, run }: Try,
  write: (trx: Transaction) => Promise<unknown>,
): Promise<Settled | null> {
  const settleIn = async (trx: Transaction) => {
    const admitted = await admit(trx, plans, { accountId, sourceId, run })
    if (!admitted) return null
    await write(trx)
    return { roomId: admitted.place.roomId }
  }
  return given ? await settleIn(given) : await inTenant(database, { accountId, userId: null }, settleIn)
}

/** The source was fetched, or is unchanged. `version` is the reply's version, if any. */
export const settleFetched = (ports: SettlePorts, of: Try, version?: Version): Promise<Settled | null> => {
  const inSeconds = dueOf(of, { failures: 0, mayPass: false })
  const said = version ? sql`, etag = ${version.etag}, last_modified = ${version.lastModified}` : sql``
  return settle(ports, of, (trx) =>
    sql`
      update knowledge_source set status = 'READY', problem = null, failures = 0, fetched_at = now(),
        due_at = now() + make_interval(secs => ${inSeconds}) ${said}
      where account_id = ${of.accountId} and id = ${of.sourceId}`.execute(trx),
  )
}

/** The address is gone: keeps its last text, and checks it less and less often. */
export const settleGone = (ports: SettlePorts, of: Try): Promise<Settled | null> => {
  const inSeconds = dueOf(of, { failures: of.failures + 1, mayPass: false })
  return settle(ports, of, (trx) =>
    sql`
      update knowledge_source set status = 'GONE', problem = null, failures = failures + 1,
        due_at = now() + make_interval(secs => ${inSeconds})
      where account_id = ${of.accountId} and id = ${of.sourceId}`.execute(trx),
  )
}

/** The fetch failed: keeps the last text, and schedules a retry if that may help. */
export const settleFailure = (
  ports: SettlePorts,
  of: Try,
  { problem, mayPass }: { problem: SourceProblem; mayPass: boolean },
): Promise<Settled | null> => {
  const inSeconds = dueOf(of, { failures: of.failures + 1, mayPass })
  return settle(ports, of, (trx) =>
    sql`
      update knowledge_source set status = 'FAILED', problem = ${problem}, failures = failures + 1,
        due_at = now() + make_interval(secs => ${inSeconds})
      where account_id = ${of.accountId} and id = ${of.sourceId}`.execute(trx),
  )
}
