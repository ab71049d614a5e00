import { Readable } from 'node:stream'
import { contract } from '@atrium/contract'
import { knowledgeOfRooms } from '../evaluation/index.ts'
import { inTenant } from '../platform/database/index.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import { requireUsageReader } from './access.ts'
import { exportKnowledge } from './export-knowledge.ts'
import { exportHistory, exportUsage } from './export-usage.ts'
import { readHistory } from './own-history.ts'
import type { ReportPorts } from './ports.ts'
import { reportUsage } from './report-usage.ts'

const csvHeaders = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}.csv"`,
  'cache-control': 'private, no-store',
})

export const reportBindings = (ports: ReportPorts): Binding[] => [
  binding(contract.getUsage, async ({ caller, query }) => {
    const { page, page_size: size, ...asked } = query
    const { rows, ...sums } = await reportUsage(ports, caller, asked)
    const start = (page - 1) * size
    return { message: { rows: rows.slice(start, start + size), count: rows.length, ...sums } }
  }),
  binding(contract.exportUsage, async ({ caller, query, reply }) => {
    const lines = await exportUsage(ports, caller, query)
    reply.headers(csvHeaders(`credit-usage-by-${query.view}`))
    reply.send(Readable.from(lines))
  }),
  binding(contract.getKnowledgeReport, async ({ caller }) => ({
    message: await inTenant(ports.database, caller, async (trx) => {
      await requireUsageReader(trx, caller, ports.plans)
      return { rooms: await knowledgeOfRooms(trx, caller) }
    }),
  })),
  binding(contract.exportKnowledgeReport, async ({ caller, reply }) => {
    const lines = await exportKnowledge(ports, caller)
    reply.headers(csvHeaders('knowledge'))
    reply.send(Readable.from(lines))
  }),
  binding(contract.getUsageHistory, async ({ caller, query }) => ({
    message: await readHistory(ports, caller, query),
  })),
  binding(contract.exportUsageHistory, async ({ caller, query, reply }) => {
    const lines = await exportHistory(ports, caller, query)
    reply.headers(csvHeaders('credit-usage-history'))
    reply.send(Readable.from(lines))
  }),
]
