import { stat } from 'node:fs/promises'
import type { DiskFacts } from '@atrium/contract'
import type { DiskSpace, DiskWatch } from '../../platform/data-folder/disk-space.ts'
import { type Finding, issuesOf } from './parts.ts'

/** The free space of the disks below data, database and files; folders on one disk are one entry. */
export async function checkDisks({ disk }: { disk: DiskWatch }): Promise<Finding<'disks'>> {
  const facts = await byDisk(await disk.read())
  const is = (level: DiskFacts['level']) => facts.some((one) => one.level === level)
  return {
    facts,
    issues: issuesOf({ DISK_FULL: is('full'), DISK_CRITICAL: is('critical'), DISK_LOW: is('low') }),
  }
}

async function byDisk(spaces: readonly DiskSpace[]): Promise<DiskFacts[]> {
  const disks = new Map<string, DiskFacts>()
  for (const { holds, folder, ...space } of spaces) {
    const device = await deviceOf(folder)
    const known = disks.get(device)
    if (known) known.holds.push(holds)
    else disks.set(device, { holds: [holds], folder, ...space })
  }
  return [...disks.values()]
}

/** The device number of a folder; the folder itself where it can't be read. */
const deviceOf = (folder: string): Promise<string> =>
  stat(folder).then(
    ({ dev }) => String(dev),
    () => folder,
  )
