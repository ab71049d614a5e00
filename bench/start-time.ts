import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '@atrium/testkit/free-port.ts'

const timeoutMs = 180_000
const root = path.join(import.meta.dirname, '..')

/** Seconds from `npm start` to the first page served, the second time on an empty machine: all is installed and built. */
export async function measureStart(say: (line: string) => void): Promise<number> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'atrium-start-'))
  try {
    say('starting twice …')
    await start(dataDir)
    return await start(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function start(dataDir: string): Promise<number> {
  const port = await findFreePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      // As npm sets it: then the server ends with its parent process.
      npm_lifecycle_event: 'start',
      ATRIUM_DATA_DIR: dataDir,
      ATRIUM_PORT: String(port),
      OLLAMA_URL: 'http://127.0.0.1:9',
    },
  })
  const ended = once(child, 'exit')
  try {
    while (child.exitCode === null && performance.now() - startedAt < timeoutMs) {
      const page = await fetch(`http://127.0.0.1:${port}/`).catch(() => null)
      if (page?.ok && (await page.text()).includes('<script')) return (performance.now() - startedAt) / 1000
      await delay(10)
    }
    throw new Error('Atrium does not start.')
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}
