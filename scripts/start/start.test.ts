import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildServerWhenNeeded } from './build-server.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const program = await buildServerWhenNeeded(process.execPath)
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'start-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

interface Ended {
  code: number | null
  output: string
  errors: string
}

/** Runs the server until it ends or, once it is ready, until `whenReady` ends it. */
async function runMain(env: Record<string, string>, whenReady?: (pid: number) => unknown): Promise<Ended> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ATRIUM_DATA_DIR: dataDir, ATRIUM_PORT: '0', ATRIUM_DRAIN_SECONDS: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  let isReady = false
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (isReady || !output.includes('Atrium is ready')) return
    isReady = true
    void whenReady?.(child.pid ?? 0)
  })
  const [code] = await once(child, 'close')
  return { code: code as number | null, output, errors }
}

test('OPS-01 npm start -- --help lists the settings', () => {
  const help = execFileSync(process.execPath, [path.join(root, 'scripts/start.mjs'), '--help'], {
    encoding: 'utf8',
  })
  expect(help).toMatch(/ATRIUM_PORT +Port to listen on; 0 uses a free one \[3210\]/)
})

test('OPS-01 a wrong setting stops the start with its sentence and nothing else', async () => {
  expect(await runMain({ ATRIUM_PORT: 'abc' })).toEqual({
    code: 1,
    output: '',
    errors: 'ATRIUM_PORT is "abc", but should be a whole number from 0 to 65535.\n',
  })
})

test('stacks of errors name the sources', async () => {
  const preload = `const { on } = process
    process.on = function (...given) {
      if (given[0] === 'SIGINT') console.error(new Error().stack)
      return on.apply(this, given)
    }`
  const { errors } = await runMain({
    ATRIUM_PORT: 'abc',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
  })
  expect(errors).toMatch(/apps\/server\/src\/main\.ts:\d+:\d+/)
})

test('OPS-01 every part of the build that is loaded when first needed is in it', () => {
  const folder = path.dirname(program)
  const parts = readdirSync(folder).filter((name) => /-[\w-]{8}\.mjs$/.test(name))
  const wanted = ['app', 'receipt-pdf', 'payment-provider', 's3-storage', 'authorization-client', 'connect']
  expect(wanted.filter((name) => !parts.some((part) => part.startsWith(`${name}-`)))).toEqual([])
  const load = `for (const part of ${JSON.stringify(parts)}) await import('${pathToFileURL(folder).href}/' + part)
    process.exit(0)`
  execFileSync(process.execPath, ['--input-type=module', '--eval', load])
})

test('OPS-01 a taken port stops the start with a sentence, and nothing is left running', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  const { code, errors } = await runMain({ ATRIUM_PORT: port })
  expect(errors).toContain(`The port ${port} is taken by another program.`)
  expect(code).toBe(1)
  server.close()
})

test('OPS-01 one URL, the setup link, one line per sandbox part; a second start names the running one; Ctrl-C stops everything', async () => {
  let second: Ended | undefined
  const { code, output } = await runMain({}, async (pid) => {
    second = await runMain({})
    process.kill(pid, 'SIGINT')
  })
  expect(output.match(/http:\/\/127\.0\.0\.1:\d+/g)).toHaveLength(3)
  expect(output).toMatch(
    /^Atrium is ready: http:\/\/127\.0\.0\.1:\d+\nSet up Atrium .*: http:\/\/127\.0\.0\.1:\d+\/setup#[\w-]{32}\nModels are a sandbox.*\nMail goes to a sandbox inbox: http.*\n$/,
  )
  expect(second?.code).toBe(1)
  expect(second?.errors).toMatch(
    /^Atrium is already running on the data folder .* \(process \d+ on .+\)\. Stop it first.*\n$/,
  )
  expect(code).toBe(0)
})

test('OPS-01 after kill -9, the next start continues with the same data', async () => {
  const killed = await runMain({}, (pid) => process.kill(pid, 'SIGKILL'))
  expect(killed.code).toBeNull()
  const secret = readFileSync(path.join(dataDir, 'secret'), 'utf8')
  const { code, output } = await runMain({}, (pid) => process.kill(pid, 'SIGTERM'))
  expect(output).toMatch(/^Atrium is ready: /)
  expect(code).toBe(0)
  expect(readFileSync(path.join(dataDir, 'secret'), 'utf8')).toBe(secret)
  expect(existsSync(path.join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
})

test('OPS-01 the start script becomes the server, which stops when the npm above it is killed', async () => {
  const script = `import { runServer } from '${path.join(root, 'scripts/start/run-server.mjs')}'
    console.log('started as', process.pid)
    process.exitCode = await runServer(process.execPath, '${program}', [])`
  // The shell stands for npm: it waits for what it started.
  const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; exit $?', process.execPath, script], {
    env: {
      ...process.env,
      ATRIUM_DATA_DIR: dataDir,
      ATRIUM_PORT: '0',
      ATRIUM_DRAIN_SECONDS: '1',
      npm_lifecycle_event: 'start',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(shell, 'close')
  let output = ''
  for await (const text of shell.stdout.setEncoding('utf8')) {
    output += text
    if (!output.includes('Atrium is ready')) continue
    const pid = /started as (\d+)/.exec(output)?.[1]
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain(program)
    shell.kill('SIGKILL')
    break
  }
  await closed
  await expect
    .poll(() => existsSync(path.join(dataDir, 'postgres/postmaster.pid')), { timeout: 60_000 })
    .toBe(false)
})

test('MODEL-06 an Ollama on its port is found, and no model is made up', async () => {
  const ollama = createHttpServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(request.url === '/api/tags' ? '{"models":[]}' : '{"version":"0.9.0"}')
  }).listen(0, '127.0.0.1')
  await once(ollama, 'listening')
  const address = ollama.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { output } = await runMain({ OLLAMA_URL: `http://127.0.0.1:${port}` }, (pid) =>
    process.kill(pid, 'SIGTERM'),
  )
  ollama.close()
  expect(output).toMatch(/^Atrium is ready: \S+\nSet up Atrium .*\nMail goes to a sandbox inbox: .*\n$/)
})

test('OPS-01 a role that is left to other processes needs a database that they can reach', async () => {
  expect(await runMain({ ATRIUM_ROLES: 'worker' })).toEqual({
    code: 1,
    output: '',
    errors:
      'ATRIUM_ROLES is "worker", which leaves something to other processes: DATABASE_URL should be set, to a database that all of them use.\n',
  })
})
