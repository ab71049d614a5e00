import type { SystemAuditEntry, SystemAuditFilters } from '@atrium/contract'
import { csvLine, csvMark } from '../../platform/csv.ts'
import { type Database, inSystem } from '../../platform/database/index.ts'
import { readSystemAudit } from './read-system-audit.ts'

const heading = ['Time', 'Name', 'Action', 'Person', 'Account', 'Object id', 'Details']
const atATime = 1000

/** Yields all entries that match the filters as lines of CSV (RFC 4180), newest first, a thousand at a time. */
export async function* exportSystemAudit(
  database: Database,
  filters: SystemAuditFilters,
): AsyncGenerator<string> {
  yield csvMark + csvLine(heading)
  for (let before: number | undefined; ;) {
    const entries = await inSystem(database, (trx) =>
      readSystemAudit(trx, filters, { limit: atATime, before }),
    )
    if (entries.length > 0) yield entries.map((entry) => csvLine(cellsOf(entry))).join('')
    if (entries.length < atATime) return
    before = entries.at(-1)?.id
  }
}

const cellsOf = (entry: SystemAuditEntry): string[] => [
  entry.at,
  entry.actorName ?? entry.actorId ?? 'Command on the server',
  entry.action,
  entry.personName ?? '',
  entry.account?.name ?? '',
  entry.objectId ?? '',
  Object.entries(entry.details)
    .map(([name, value]) => `${name}: ${value ?? ''}`)
    .join('; '),
]
