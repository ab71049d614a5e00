import { Readable } from 'node:stream'
import { contract } from '@atrium/contract'
import { writeSystemAudit } from '../../identity/index.ts'
import { type Database, inSystem } from '../../platform/database/index.ts'
import { type Binding, binding } from '../../platform/http/bind.ts'
import { exportSystemAudit } from './export-system-audit.ts'
import { actorsOfLog, countSystemAudit, readSystemAudit } from './read-system-audit.ts'

/** The audit log of the installation, for system administrators only, as the contract says for each endpoint. */
export const systemAuditBindings = (database: Database): Binding[] => [
  binding(contract.listSystemAudit, ({ query: { page, page_size: limit, ...filters } }) =>
    inSystem(database, async (trx) => ({
      data: {
        entries: await readSystemAudit(trx, filters, { limit, offset: (page - 1) * limit }),
        count: await countSystemAudit(trx, filters),
        actors: await actorsOfLog(trx),
      },
    })),
  ),
  binding(contract.exportSystemAudit, async ({ caller, query, reply }) => {
    await inSystem(database, (trx) =>
      writeSystemAudit(trx, { actorId: caller.userId, action: 'log.exported' }),
    )
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="system-audit.csv"',
      'cache-control': 'private, no-store',
    })
    reply.send(Readable.from(exportSystemAudit(database, query)))
  }),
]
