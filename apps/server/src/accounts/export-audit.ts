import type { AuditEntry, AuditFilters } from '@atrium/contract'
import { type Database, inTenant } from '../platform/database/index.ts'
import { csvLine, csvMark } from '../platform/csv.ts'
import type { Actor } from './access.ts'
import { type NamesOfRooms, readAudit } from './audit.ts'

const heading = ['Time', 'Name', 'Email', 'Action', 'Object', 'Object id', 'Person', 'Room', 'Details']
const atATime = 1000

/**
 * Yields all entries that match the filters as lines of CSV (RFC 4180), newest first, with a UTF-8 byte order mark for
 * spreadsheets. Reads a thousand at a time, so memory stays constant.
 */
export async function* exportAudit(
  { database, namesOfRooms }: { database: Database; namesOfRooms: NamesOfRooms },
  actor: Actor,
  filters: AuditFilters,
): AsyncGenerator<string> {
  yield csvMark + csvLine(heading)
  for (let before: number | undefined; ;) {
    const entries = await inTenant(database, actor, (trx) =>
      readAudit(trx, actor, filters, { limit: atATime, before, namesOfRooms }),
    )
    if (entries.length > 0) yield entries.map((entry) => csvLine(cellsOf(entry))).join('')
    if (entries.length < atATime) return
    before = entries.at(-1)?.id
  }
}

const cellsOf = (entry: AuditEntry): string[] => [
  entry.at,
  entry.actorName ?? entry.actorId,
  entry.actorEmail ?? '',
  entry.action,
  entry.objectType,
  entry.objectId,
  entry.personName ?? '',
  entry.roomName ?? '',
  Object.entries(entry.details)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; '),
]
