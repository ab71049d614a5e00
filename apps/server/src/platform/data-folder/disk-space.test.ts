import { expect, test } from 'vitest'
import { levelOf, watchDiskSpace } from './disk-space.ts'
import { createLog } from '../log.ts'

const gb = 1_000_000_000

test.each([
  [500 * gb, 1000 * gb, 'ok'],
  [99 * gb, 1000 * gb, 'low'],
  [5 * gb, 40 * gb, 'ok'],
  [0.9 * gb, 2 * gb, 'critical'],
  [10_000_000, 1000 * gb, 'full'],
])('OPS-03 with %d of %d bytes free the disk is %s', (freeBytes, totalBytes, level) => {
  expect(levelOf({ freeBytes, totalBytes })).toBe(level)
})

test('OPS-03 a disk that fills up is logged once per level, and once when space is available again', async () => {
  const lines: { event: string; level: number; disk: string }[] = []
  const log = createLog({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
  let freeBytes = 50 * gb
  const watch = watchDiskSpace({
    folders: [{ holds: 'data', folder: '/data' }],
    log,
    readSpace: async () => ({ freeBytes, totalBytes: 100 * gb }),
  })
  for (const next of [50, 9, 8, 0.5, 0.4, 30]) {
    freeBytes = next * gb
    await watch.read()
  }
  watch.stop()
  expect(lines.map(({ event }) => event)).toEqual(Array.from({ length: 3 }, () => 'disk.space'))
})

test('OPS-03 the free space of a real folder is readable', async () => {
  const watch = watchDiskSpace({
    folders: [{ holds: 'files', folder: import.meta.dirname }],
    log: createLog({ level: 'silent' }),
  })
  const [space] = await watch.read()
  watch.stop()
  expect(space?.totalBytes).toBeGreaterThan(0)
  expect(space?.freeBytes).toBeLessThanOrEqual(space?.totalBytes ?? 0)
})

test('OPS-03 a folder whose free space cannot be read, or that never responds, does not block the others', async () => {
  const lines: string[] = []
  const watch = watchDiskSpace({
    folders: [
      { holds: 'data', folder: '/data' },
      { holds: 'files', folder: '/gone' },
      { holds: 'files', folder: '/hanging' },
    ],
    log: createLog({ level: 'info' }, { write: (line) => void lines.push(line) }),
    maxWaitMs: 20,
    readSpace: (folder) =>
      folder === '/data'
        ? Promise.resolve({ freeBytes: 50 * gb, totalBytes: 100 * gb })
        : folder === '/gone'
          ? Promise.reject(new Error('ENOENT'))
          : new Promise(() => undefined),
  })
  expect((await watch.read()).map(({ folder }) => folder)).toEqual(['/data'])
  watch.stop()
  expect(lines.join('')).toContain('disk.read_failed')
})
