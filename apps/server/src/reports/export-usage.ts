import type { UsageFilters, UsageRow, UsageView } from '@atrium/contract'
import { csvLine, csvMark } from '../platform/csv.ts'
import { inTenant } from '../platform/database/index.ts'
import { type Reader, requireReports } from './access.ts'
import { checkDays } from './days.ts'
import { wholeHistory } from './own-history.ts'
import type { ReportPorts } from './ports.ts'
import { reportUsage, type UsageQuery } from './report-usage.ts'

const headings: Record<UsageView, string[]> = {
  member: ['Member id', 'Name', 'Email'],
  date: ['Date'],
  room: ['Room id', 'Room'],
  model: ['Model id', 'Model'],
}
const keyCells = (view: UsageView, { key, name, email }: UsageRow): string[] =>
  view === 'date' ? [key ?? ''] : [key ?? '', name ?? '', ...(view === 'member' ? [email ?? ''] : [])]

/** Yields a usage report as lines of CSV. Credits have three decimals and a point. Throws before the first line, or not at all. */
export async function exportUsage(
  ports: ReportPorts,
  reader: Reader,
  query: UsageQuery,
): Promise<Iterable<string>> {
  const { rows } = await reportUsage(ports, reader, query)
  return linesOf(query.view, rows)
}

function* linesOf(view: UsageView, rows: readonly UsageRow[]): Generator<string> {
  yield csvMark + csvLine([...headings[view], 'Requests', 'Credits'])
  for (const row of rows)
    yield csvLine([...keyCells(view, row), String(row.requests), row.credits.toFixed(3)])
}

/** The same for the reader's own history. */
export async function exportHistory(
  ports: ReportPorts,
  reader: Reader,
  filters: Omit<UsageFilters, 'member'>,
): Promise<AsyncIterable<string>> {
  checkDays(filters)
  await inTenant(ports.database, reader, (trx) => requireReports(trx, reader, ports.plans))
  return historyLines(ports, reader, filters)
}

async function* historyLines(
  ports: ReportPorts,
  reader: Reader,
  filters: Omit<UsageFilters, 'member'>,
): AsyncGenerator<string> {
  yield csvMark + csvLine(['Time', 'Kind', 'Model id', 'Model', 'Room id', 'Room', 'Credits'])
  for await (const entries of wholeHistory(ports, reader, filters))
    yield entries
      .map((entry) =>
        csvLine([
          entry.at,
          entry.kind,
          entry.modelId ?? '',
          entry.modelName ?? '',
          entry.roomId ?? '',
          entry.roomName ?? '',
          entry.credits.toFixed(3),
        ]),
      )
      .join('')
}
