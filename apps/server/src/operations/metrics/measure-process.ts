import { Gauge } from 'prom-client'
import type { DiskWatch } from '../../platform/data-folder/disk-space.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'

/** Free space of the folders with data, and the event streams that people read. */
export function measureProcess({
  metrics,
  disk,
  openStreams,
  log,
}: {
  metrics: Metrics
  disk: DiskWatch
  openStreams: () => number
  log: Log
}): void {
  const registers = [metrics]
  const readDisk = () =>
    disk.read().catch((error: unknown) => {
      log.warn({ event: 'disk.read_failed', err: error }, 'Could not read the free disk space')
      return []
    })
  const ofDisk = (name: string, help: string, valueOf: (space: DiskSpace) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['folder'],
      registers,
      async collect() {
        this.reset()
        for (const space of await readDisk()) this.set({ folder: space.folder }, valueOf(space))
      },
    })
  ofDisk('atrium_disk_free_bytes', 'Free space of the disk with this folder', ({ freeBytes }) => freeBytes)
  ofDisk('atrium_disk_size_bytes', 'Size of the disk with this folder', ({ totalBytes }) => totalBytes)
  ofDisk(
    'atrium_disk_free_ratio',
    'Free share of the disk, 0 to 1; Atrium warns below 0.1 and below 1 GB',
    ({ freeBytes, totalBytes }) => (totalBytes > 0 ? freeBytes / totalBytes : 0),
  )
  new Gauge({
    name: 'atrium_open_streams',
    help: 'Event streams that people read now',
    registers,
    collect() {
      this.set(openStreams())
    },
  })
}

type DiskSpace = Awaited<ReturnType<DiskWatch['read']>>[number]
