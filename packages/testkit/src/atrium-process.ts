import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from './free-port.ts'
import { buildServerWhenNeeded } from '../../../scripts/start/build-server.mjs'
import { nodeArguments, nodeSettings } from '../../../scripts/start/server-process.mjs'
import type { TestDatabase } from './database.ts'

/** A whole Atrium in its own process, as an operator starts it. */
export interface AtriumProcess {
  url: string
  pid: number
  /** Its output so far, both streams. */
  output(): string
  kill(signal: NodeJS.Signals): void
  /** Resolves with the exit code, null after a signal. */
  ended: Promise<number | null>
}

export interface AtriumProcessOptions {
  database: TestDatabase
  /** Settings beside the database, the data folder, the port and the secret. */
  environment: Record<string, string>
  /** Default: a temporary folder, removed at its end. */
  dataDir?: string
  port?: number
}

/** Starts the server, built as `npm start` does, on a test's database and resolves when it is ready; throws with its output if it fails. */
export async function startAtriumProcess(options: AtriumProcessOptions): Promise<AtriumProcess> {
  const { database, environment } = options
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'atrium-process-'))
  const port = options.port ?? (await findFreePort())
  const program = await buildServerWhenNeeded(process.execPath)
  const child = spawn(process.execPath, [...nodeArguments, program], {
    env: {
      PATH: process.env['PATH'],
      // As `npm start` sets it: later starts compile nothing.
      ...nodeSettings,
      DATABASE_URL: urlOf(database),
      ATRIUM_DATA_DIR: dataDir,
      ATRIUM_PORT: String(port),
      ATRIUM_SECRET: 'c1e0d7a29c3e4586a7d8e9f00112233445566778899aabbccddeeff001122335',
      ATRIUM_LOG_LEVEL: 'warn',
      OLLAMA_URL: 'http://127.0.0.1:9',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = once(child, 'close').then(([code]) => {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    return code as number | null
  })
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes('Atrium is ready')) resolve()
      })
  })
  await Promise.race([ready, ended])
  if (child.exitCode !== null) throw new Error(`Atrium did not start:\n${output}`)
  return {
    url: `http://127.0.0.1:${port}`,
    pid: pidOf(child),
    output: () => output,
    kill: (signal) => void child.kill(signal),
    ended,
  }
}

/** The URL form of a database on a socket folder. */
const urlOf = ({ address: { host, user, database } }: TestDatabase) =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('The process could not be started.')
  return pid
}
