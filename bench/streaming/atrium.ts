import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startMailInbox, type MailInbox } from '@atrium/sandbox'
import type { DatabaseAddress } from '@atrium/server/platform/database/index.ts'
import { findFreePort } from '@atrium/testkit/free-port.ts'
import { root } from '../../scripts/start/paths.mjs'
import { buildServerWhenNeeded } from '../../scripts/start/build-server.mjs'
import { nodeArguments, nodeSettings } from '../../scripts/start/server-process.mjs'
import { type Child, startChild } from '../child.ts'
import type { ServerProcesses } from './processes.ts'

/** The real server as `npm start` runs it, with its own database and all features on; its mail goes to `inbox`. */
export type MeasuredAtrium = {
  url: string
  inbox: MailInbox
  processes: ServerProcesses
  /** Its database, with the role that owns everything in it. */
  databaseAddress: DatabaseAddress
  end(): Promise<void>
}

const timeoutMs = 60_000

/**
 * Starts it with one provider, the benchmark's. `execArgv` is for Node itself, as in `--cpu-prof`. A `dataDir` that is given stays
 * when it ends, for another that is started on the same data. `checkout` is another folder with the code of Atrium and its packages.
 */
export async function startAtrium({
  providerUrl,
  modelsFile = path.join(import.meta.dirname, 'models.yaml'),
  execArgv = [],
  dataDir: givenDir,
  plansFile,
  checkout = root,
  processes = 1,
}: {
  providerUrl: string
  modelsFile?: string
  execArgv?: string[]
  dataDir?: string
  plansFile?: string
  checkout?: string
  processes?: number
}): Promise<MeasuredAtrium> {
  const dataDir = givenDir ?? (await mkdtemp(path.join(tmpdir(), 'atrium-bench-')))
  const inbox = await startMailInbox()
  const url = `http://127.0.0.1:${await findFreePort()}`
  let child: Child | undefined
  const end = async () => {
    await child?.end()
    await inbox.close()
    if (givenDir === undefined) await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const program =
      checkout === root
        ? await buildServerWhenNeeded(process.execPath)
        : path.join(checkout, 'apps/server/src/main.ts')
    child = startChild(program, [], {
      execArgv: [...nodeArguments, ...execArgv],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        PATH: process.env['PATH'] ?? '',
        ...(await variablesOf(modelsFile)),
        NODE_ENV: 'production',
        ...(checkout === root && nodeSettings),
        ATRIUM_PORT: new URL(url).port,
        ATRIUM_DATA_DIR: dataDir,
        ATRIUM_MODELS_FILE: modelsFile,
        ...(plansFile !== undefined && { ATRIUM_PLANS_FILE: plansFile }),
        ...(processes > 1 && { ATRIUM_PROCESSES: String(processes) }),
        ATRIUM_SANDBOX: 'off',
        ATRIUM_SANDBOX_MODELS_URL: `${providerUrl}/v1`,
        SMTP_URL: `smtp://127.0.0.1:${inbox.smtpPort}`,
        // People have different addresses, forwarded by the proxy in front: sign-ups are limited per network.
        ATRIUM_TRUST_PROXY: '1',
      },
    })
    await ready(url, child)
    const note = await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')
    // postmaster.pid: the process on the first line, its socket's folder on the fifth.
    const lines = note.split('\n')
    return {
      url,
      inbox,
      end,
      processes: { main: child.pid, postmaster: Number(lines[0]) },
      databaseAddress: { host: lines[4] ?? '', user: 'atrium', database: 'atrium' },
    }
  } catch (error) {
    await end()
    throw error
  }
}

async function ready(url: string, { process: child }: Child): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (child.exitCode === null && performance.now() < deadline) {
    const reply = await fetch(`${url}/readyz`).catch(() => null)
    if (reply?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('Atrium does not start.')
}

/** Values for the variables that a models.yaml names: keys and URLs of providers. */
async function variablesOf(modelsFile: string): Promise<Record<string, string>> {
  const named = (await readFile(modelsFile, 'utf8')).matchAll(/\$\{(\w+)\}/g)
  return Object.fromEntries(
    Array.from(named).flatMap(([, name = '']) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
