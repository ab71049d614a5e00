import { contract } from '@atrium/contract'
import { type Database, inTenant } from '../../platform/database/index.ts'
import { type Binding, binding } from '../../platform/http/bind.ts'
import { listVersions, openVersion } from './find-versions.ts'
import { deleteVersion, nameVersion, saveVersion } from './name-version.ts'
import { restoreVersion } from './restore-version.ts'

export const versionBindings = ({ database }: { database: Database }): Binding[] => [
  binding(contract.listCanvasVersions, async ({ caller, params: { canvasId } }) => ({
    message: await inTenant(database, caller, (trx) => listVersions(trx, caller, canvasId)),
  })),
  binding(contract.saveCanvasVersion, async ({ caller, params: { canvasId }, body: { name } }) => ({
    message: await inTenant(database, caller, (trx) => saveVersion(trx, caller, canvasId, name)),
  })),
  binding(contract.openCanvasVersion, async ({ caller, params: { canvasId, number } }) => ({
    message: await inTenant(database, caller, (trx) => openVersion(trx, caller, canvasId, number)),
  })),
  binding(contract.nameCanvasVersion, async ({ caller, params, body: { name } }) => ({
    message: await inTenant(database, caller, (trx) => nameVersion(trx, caller, { ...params, name })),
  })),
  binding(contract.restoreCanvasVersion, async ({ caller, params: { canvasId, number } }) => ({
    message: await inTenant(database, caller, (trx) => restoreVersion(trx, caller, canvasId, number)),
  })),
  binding(contract.deleteCanvasVersion, async ({ caller, params: { canvasId, number } }) => {
    await inTenant(database, caller, (trx) => deleteVersion(trx, caller, canvasId, number))
    return { message: { number } }
  }),
]
