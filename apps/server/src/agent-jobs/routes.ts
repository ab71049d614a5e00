import { contract } from '@atrium/contract'
import { inTenant } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { type Binding, binding } from '../platform/http/bind.ts'
import { requireOwnJob } from './access.ts'
import { cancelJob, continueJob } from './continue-job.ts'
import { listJobs, statusesOf } from './list-jobs.ts'
import type { JobPorts } from './ports.ts'
import { presentJob } from './present-job.ts'
import { exportRows } from './table-run/export-rows.ts'
import { readTablesToRun } from './table-run/read-tables-to-run.ts'
import { attachmentNamed } from '../files/index.ts'

export function agentJobBindings(ports: JobPorts): Binding[] {
  const { database } = ports
  return [
    binding(contract.listInvocations, async ({ caller, query }) => ({
      message: await inTenant(database, caller, (trx) => statusesOf(trx, caller, query.agent_invocation_id)),
    })),
    binding(contract.listAgentJobs, async ({ caller, query }) => {
      if (query.scope === 'account' && caller.role === 'member') fail('FORBIDDEN')
      const { jobs, count } = await inTenant(database, caller, (trx) => listJobs(trx, caller, query))
      return { message: jobs, count }
    }),
    binding(contract.readAgentJob, async ({ caller, params }) => {
      const job = await inTenant(database, caller, (trx) => requireOwnJob(trx, caller, params.invocationId))
      return { message: presentJob(job, { isOwn: true }) }
    }),
    binding(contract.continueAgentJob, async ({ caller, params, body }) => ({
      message: await continueJob(ports, caller, params.invocationId, body),
    })),
    binding(contract.cancelAgentJob, async ({ caller, params }) => ({
      message: await cancelJob(ports, caller, params.invocationId),
    })),
    binding(contract.readTablesToRun, async ({ caller, body, reply }) => {
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      return { message: await readTablesToRun(ports, caller, body, gone.signal) }
    }),
    binding(contract.exportJobRows, async ({ caller, params, reply }) => {
      const rows = await exportRows(ports, caller, params)
      reply.headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': attachmentNamed('rows.csv'),
        'cache-control': 'private, no-store',
      })
      reply.send(rows)
    }),
  ]
}
