import type { HistorySort, UsageEntry, UsageFilters, UsageHistory } from '@atrium/contract'
import { inTenant, type Transaction } from '../platform/database/index.ts'
import { type Reader, requireReports } from './access.ts'
import { checkDays } from './days.ts'
import type { ReportPorts } from './ports.ts'
import { chargesBefore, readCharges, sumCharges, type UsageCharge } from './queries.ts'

type OwnFilters = Omit<UsageFilters, 'member'>
type Page = { sort: HistorySort; order: 'asc' | 'desc'; page: number; page_size: number }

/** Lists what the reader used credits for. Throws REPORTS_NOT_ALLOWED, INVALID_INPUT. */
export async function readHistory(
  ports: ReportPorts,
  reader: Reader,
  { sort, order, page, page_size: limit, ...filters }: OwnFilters & Page,
): Promise<UsageHistory> {
  checkDays(filters)
  const own = { ...filters, member: reader.userId }
  return await inTenant(ports.database, reader, async (trx) => {
    await requireReports(trx, reader, ports.plans)
    const charges = await readCharges(trx, reader, own, { sort, order, limit, offset: (page - 1) * limit })
    const { requests, milli } = await sumCharges(trx, reader, own)
    return {
      entries: await asEntries(trx, ports, reader, charges),
      count: requests,
      requests,
      credits: milli / 1000,
    }
  })
}

const atATime = 1000

/** Yields the reader's whole history by the thousand, newest first, so memory stays constant. */
export async function* wholeHistory(
  ports: ReportPorts,
  reader: Reader,
  filters: OwnFilters,
): AsyncGenerator<UsageEntry[]> {
  const own = { ...filters, member: reader.userId }
  for (let last: UsageCharge | undefined; ;) {
    const { charges, entries } = await inTenant(ports.database, reader, async (trx) => {
      const found = await chargesBefore(trx, reader, own, { last, limit: atATime })
      return { charges: found, entries: await asEntries(trx, ports, reader, found) }
    })
    if (entries.length > 0) yield entries
    if (charges.length < atATime) return
    last = charges.at(-1)
  }
}

async function asEntries(
  trx: Transaction,
  { namesOfRooms, modelNames }: ReportPorts,
  reader: Reader,
  charges: readonly UsageCharge[],
): Promise<UsageEntry[]> {
  const roomIds = new Set(charges.flatMap(({ roomId }) => roomId ?? []))
  const rooms = await namesOfRooms(trx, reader, [...roomIds])
  const models = modelNames()
  return charges.map(({ id, at, kind, modelId, roomId, milli }) => ({
    id,
    at: at.toISOString(),
    kind,
    modelId,
    modelName: modelId && (models.get(modelId) ?? modelId),
    roomId,
    roomName: roomId && (rooms.get(roomId) ?? null),
    credits: milli / 1000,
  }))
}
