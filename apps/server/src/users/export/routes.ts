import { contract } from '@atrium/contract'
import { type Binding, binding } from '../../platform/http/bind.ts'
import type { UserPorts } from '../ports.ts'
import { linkToExport, openExport, readExport, requestExport } from './own-export.ts'

export const exportRoutes = (ports: UserPorts): Binding[] => [
  binding(contract.getOwnExport, async ({ caller }) => ({ data: await readExport(ports, caller.userId) })),
  binding(contract.requestExport, async ({ caller }) => ({
    data: await requestExport(ports, caller.userId),
  })),
  binding(contract.getExportLink, async ({ caller, reply }) => {
    reply.header('cache-control', 'no-store')
    return { data: await linkToExport(ports, caller.userId) }
  }),
  binding(contract.openExport, async ({ query, reply }) => {
    const { name, sizeBytes, read } = await openExport(ports, query.token)
    reply.headers({
      'content-type': 'application/zip',
      'content-length': sizeBytes,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    reply.send(read())
  }),
]
