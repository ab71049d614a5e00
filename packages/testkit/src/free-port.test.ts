import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { findFreePort } from './free-port.ts'

/** Lets `findFreePort` begin at this port. */
const beginAt = (port: number) => vi.spyOn(Math, 'random').mockReturnValueOnce((port - 20_000) / 12_768)

const here = pathToFileURL(path.join(import.meta.dirname, 'free-port.ts')).href
const findInOtherProcess = (port: number): number =>
  Number(
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `Math.random = () => ${(port - 20_000) / 12_768}
        const { findFreePort } = await import('${here}')
        console.log(await findFreePort())`,
      ],
      { encoding: 'utf8' },
    ),
  )

test('a port is found once, also by other processes, and only if no program listens on it', async () => {
  const port = await findFreePort()
  expect(port).toBeGreaterThanOrEqual(20_000)
  expect(port).toBeLessThan(32_768)
  beginAt(port)
  const next = await findFreePort()
  expect(next).toBeGreaterThan(port)
  expect(findInOtherProcess(port)).toBeGreaterThan(next)
})

test('a port on which a program listens is passed over', async () => {
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  beginAt(port)
  expect(await findFreePort()).not.toBe(port)
  server.close()
})
