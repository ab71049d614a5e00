import { readFileSync, writeFileSync } from 'node:fs'
import type { AccountId, FileId } from '@atrium/contract'
import { readPlans } from '../../accounts/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { connect, type DatabaseAddress } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log.ts'
import { Secret } from '../../platform/config/secret.ts'
import { createDiskStorage } from '../../platform/storage/index.ts'
import { indexFile } from '../index.ts'

/**
 * A process that does nothing but index files, as the worker does: measured where no test runner grows beside it. The first
 * file warms it up. Prints the growth of its resident memory in bytes over the second. Needs `--expose-gc`: garbage is
 * collected all the time, since the time until Node collects it depends on how busy the machine is.
 */
type Given = {
  address: DatabaseAddress
  folder: string
  accountId: AccountId
  files: FileId[]
  plansFile: string
}

const { address, folder, accountId, files, plansFile } = JSON.parse(process.argv[2] ?? '') as Given
const log = createLog({ level: 'silent' })
const database = connect(address, { log })
const storage = createDiskStorage({
  folder,
  secret: new Secret('s'.repeat(32)),
  uploadUrl: '/api/files/upload',
  clock: systemClock,
})
const plans = readPlans(plansFile)
const { signal } = new AbortController()
if (!globalThis.gc) throw new Error('Start it with --expose-gc.')
const collecting = setInterval(() => globalThis.gc?.(), 250)
const kilobytes = (name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1])

const [warmUp, ...measured] = files
if (warmUp) await indexFile({ database, storage, plans, log }, { accountId, fileId: warmUp }, signal)
const before = kilobytes('VmRSS')
// From here on VmHWM is the highest since now.
writeFileSync('/proc/self/clear_refs', '5')
for (const fileId of measured)
  await indexFile({ database, storage, plans, log }, { accountId, fileId }, signal)
console.log(JSON.stringify({ grownBytes: (kilobytes('VmHWM') - before) * 1024 }))
clearInterval(collecting)
await database.close()
