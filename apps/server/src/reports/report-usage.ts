import {
  RoomId,
  type UsageFilters,
  type UsageRow,
  type UsageSort,
  type UsageView,
  UserId,
} from '@atrium/contract'
import { inTenant, type Transaction } from '../platform/database/index.ts'
import { type Reader, requireUsageReader } from './access.ts'
import { checkDays } from './days.ts'
import type { ReportPorts } from './ports.ts'
import { peopleNamed, sumUsage } from './queries.ts'
import type { UsageSum } from './sealed-months.ts'

export type UsageQuery = UsageFilters & { view: UsageView; sort: UsageSort; order: 'asc' | 'desc' }

/** The whole report: all rows in order, and the sums over them. */
export type WholeReport = { rows: UsageRow[]; requests: number; credits: number }

/** Reports an account's credit usage by member, date, room or model. Throws FORBIDDEN, REPORTS_NOT_ALLOWED, INVALID_INPUT. */
export async function reportUsage(
  ports: ReportPorts,
  reader: Reader,
  { view, sort, order, ...filters }: UsageQuery,
): Promise<WholeReport> {
  checkDays(filters)
  return await inTenant(ports.database, reader, async (trx) => {
    await requireUsageReader(trx, reader, ports.plans)
    const sums = await sumUsage(trx, reader, view, filters)
    const rows = await named(trx, ports, reader, view, sums)
    const milli = sums.reduce((sum, row) => sum + row.milli, 0)
    return {
      rows: rows.toSorted(comparing(view, sort, order)),
      requests: sums.reduce((sum, row) => sum + row.requests, 0),
      credits: milli / 1000,
    }
  })
}

async function named(
  trx: Transaction,
  { namesOfRooms, modelNames }: ReportPorts,
  reader: Reader,
  view: UsageView,
  sums: readonly UsageSum[],
): Promise<UsageRow[]> {
  const keys = sums.map(({ key }) => key)
  const people =
    view === 'member'
      ? await peopleNamed(
          trx,
          keys.flatMap((key) => UserId.safeParse(key).data ?? []),
        )
      : null
  const rooms =
    view === 'room'
      ? await namesOfRooms(
          trx,
          reader,
          keys.flatMap((key) => RoomId.safeParse(key).data ?? []),
        )
      : null
  const models = view === 'model' ? modelNames() : null
  const nameOf = (key: string): string | null => {
    switch (view) {
      case 'member':
        return people?.get(key)?.name ?? null
      case 'date':
        return key
      case 'room':
        return rooms?.get(key as RoomId) ?? null
      case 'model':
        return models?.get(key) ?? key
    }
  }
  return sums.map(({ key, requests, milli }) => ({
    key,
    name: key === null ? null : nameOf(key),
    email: key === null ? null : (people?.get(key)?.email ?? null),
    requests,
    credits: milli / 1000,
  }))
}

const alphabetical = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Rows without a name come last in either direction; equal ones are ordered by key, so that pages don't overlap. */
const comparing =
  (view: UsageView, sort: UsageSort, order: 'asc' | 'desc') =>
  (a: UsageRow, b: UsageRow): number => {
    const sign = order === 'asc' ? 1 : -1
    const byKey = (a.key ?? '') < (b.key ?? '') ? -1 : 1
    if (sort === 'name' && view === 'date') return sign * byKey
    if (sort !== 'name') return sign * (a[sort] - b[sort]) || byKey
    if (a.name === null || b.name === null) return Number(a.name === null) - Number(b.name === null) || byKey
    return sign * alphabetical.compare(a.name, b.name) || byKey
  }
