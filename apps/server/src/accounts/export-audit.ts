import type { AuditEntry, AuditFilters } from '@atrium/contract'
import { type Database, inTenant } from '../platform/database/index.ts'
import type { Actor } from './access.ts'
import { readAudit } from './audit.ts'

const heading = ['Time', 'Name', 'Email', 'Action', 'Object', 'Object id', 'Person', 'Details']
const atATime = 1000

/**
 * All entries that fit the filters as lines of CSV (RFC 4180), newest first, read from the database a thousand at a time: as
 * many as there are, in little memory. Begins with the mark by which spreadsheets know UTF-8.
 */
export async function* exportAudit(
  database: Database,
  actor: Actor,
  filters: AuditFilters,
): AsyncGenerator<string> {
  yield `\uFEFF${lineOf(heading)}`
  for (let before: number | undefined; ;) {
    const entries = await inTenant(database, actor, (trx) =>
      readAudit(trx, actor.accountId, filters, { limit: atATime, before }),
    )
    if (entries.length > 0) yield entries.map((entry) => lineOf(cellsOf(entry))).join('')
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
  Object.entries(entry.details)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; '),
]

const lineOf = (cells: readonly string[]) => `${cells.map(cellOf).join(',')}\r\n`

/** A cell that begins like a formula would be run by a spreadsheet (OWASP, CSV injection): an apostrophe makes it text. */
const cellOf = (text: string) => {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
