import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Atrium as `npm start` runs it, with its own data folder. */
export interface Product {
  /** The address that it printed. */
  url: string
  /** The sandbox inbox, another one after each start. */
  inboxUrl: string
  /** Its data folder. */
  dataDir: string
  /** Everything that it printed since it was started first. */
  output: () => string
  /** Ctrl-C, and waits for the end; the data stays. Returns the exit code. */
  interrupt: () => Promise<number | null>
  /** Ends every process of it at once, as a power cut would. */
  kill: () => Promise<void>
  /** Starts it again on the same data and the same port. */
  startAgain: () => Promise<void>
  /** Ctrl-C, then away with the data. */
  close: () => Promise<void>
}

const checkout = path.resolve(import.meta.dirname, '../../..')
/** Plans of which 'Basic' leaves features out, for `ATRIUM_PLANS_FILE`. */
export const closedPlansFile = path.join(checkout, 'packages/testkit/plans.yaml')
/** The first start on a bare machine installs, and builds the web app. */
const startTimeoutMs = 240_000

/** Removes settings of this machine that would change the product, above all keys: without keys the sandbox answers. */
function environment(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'USER', 'LANG', 'TMPDIR', 'TEMP', 'SystemRoot', 'npm_config_cache']
  return Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

/** Starts Atrium by the README's command, with further settings, and waits for the address that it prints. */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'atrium-journeys-'))
  let output = ''
  let child: ChildProcess | undefined

  async function start(port: string) {
    const from = output.length
    // Its own process group, since a terminal sends Ctrl-C to the whole group.
    const started = spawn('npm', ['start'], {
      cwd: checkout,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...environment(),
        ATRIUM_DATA_DIR: dataDir,
        ATRIUM_PORT: port,
        ATRIUM_SANDBOX: 'on',
        // People have addresses in different networks, forwarded by a proxy in front: sign-ups are limited per network and hour.
        ATRIUM_TRUST_PROXY: '1',
        ...settings,
      },
    })
    child = started
    const printed = () => output.slice(from)
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`npm start did not get ready:\n${printed()}`)),
        startTimeoutMs,
      )
      const isReady = () => addressIn(printed()) !== undefined && inboxIn(printed()) !== undefined
      for (const stream of [started.stdout, started.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text
          if (isReady()) {
            clearTimeout(timer)
            resolve()
          }
        })
      started.on('exit', (code) => {
        clearTimeout(timer)
        reject(new Error(`npm start ended with ${code}:\n${printed()}`))
      })
    })
    product.url = addressIn(printed()) ?? ''
    product.inboxUrl = inboxIn(printed()) ?? ''
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const ending = child
    child = undefined
    if (ending?.pid === undefined || ending.exitCode !== null) return ending?.exitCode ?? null
    const exited = once(ending, 'exit')
    process.kill(-ending.pid, signal)
    await exited
    return ending.exitCode
  }

  // An aborted run leaves nothing behind; the servers exit on their own.
  process.once('exit', () => child?.pid !== undefined && process.kill(-child.pid, 'SIGINT'))

  const product: Product = {
    url: '',
    dataDir,
    inboxUrl: '',
    output: () => output,
    interrupt: () => end('SIGINT'),
    kill: async () => void (await end('SIGKILL')),
    startAgain: () => start(new URL(product.url).port),
    async close() {
      await end('SIGINT')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  try {
    await start('0')
  } catch (error) {
    await end('SIGKILL')
    throw error
  }
  return product
}

const addressIn = (printed: string) => /Atrium is ready: (\S+)/.exec(printed)?.[1]
const inboxIn = (printed: string) => /sandbox inbox: (\S+)/.exec(printed)?.[1]
