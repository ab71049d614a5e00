import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { watchDiskSpace } from '../../platform/data-folder/disk-space.ts'
import { measureProcess } from './measure-process.ts'

test('OPS-03 the free space of each folder with data is a metric, in bytes and as a share', async () => {
  const log = createLog({ level: 'silent' })
  const disk = watchDiskSpace({
    folders: [
      { holds: 'data', folder: '/data' },
      { holds: 'database', folder: '/database' },
    ],
    log,
    readSpace: async (folder) =>
      folder === '/data'
        ? { freeBytes: 5_000_000_000, totalBytes: 100_000_000_000 }
        : { freeBytes: 900_000_000, totalBytes: 2_000_000_000 },
  })
  const metrics = new Registry()
  measureProcess({ metrics, disk, openStreams: () => 3, log })
  const text = await metrics.metrics()
  disk.stop()
  expect(text).toContain('atrium_disk_free_bytes{folder="/data"} 5000000000')
  expect(text).toContain('atrium_disk_free_bytes{folder="/database"} 900000000')
  expect(text).toContain('atrium_disk_size_bytes{folder="/data"} 100000000000')
  expect(text).toContain('atrium_disk_free_ratio{folder="/data"} 0.05')
  expect(text).toContain('atrium_open_streams 3')
})

test('OPS-03 an unreadable disk drops only its own series', async () => {
  const log = createLog({ level: 'silent' })
  const disk = watchDiskSpace({
    folders: [{ holds: 'data', folder: '/gone' }],
    log,
    readSpace: () => Promise.reject(new Error('ENOENT')),
  })
  const metrics = new Registry()
  measureProcess({ metrics, disk, openStreams: () => 0, log })
  const text = await metrics.metrics()
  disk.stop()
  expect(text).not.toContain('folder="/gone"')
  expect(text).toContain('atrium_open_streams 0')
})
