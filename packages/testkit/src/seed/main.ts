import path from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigurationError, readConfiguration } from '@atrium/server/platform/config/configuration.ts'
import { connect, type DatabaseAddress, migrate } from '@atrium/server/platform/database/index.ts'
import { ensureSecret } from '@atrium/server/platform/config/ensure-secret.ts'
import { FolderInUseError, lockFolder } from '@atrium/server/platform/data-folder/folder-lock.ts'
import { createLog } from '@atrium/server/platform/log.ts'
import { startPostgres } from '@atrium/server/platform/postgres/index.ts'
import { hasAccounts, SeedError, seedDemo } from './seed-demo.ts'
import { accountName, emailOf, password, team } from './team.ts'

const help = `npm run seed fills Atrium with a demo team: twelve people, seven rooms, four months of chats.

  --add        also into a database that has accounts already
  --seed N     another order and other times of the chats [1]

It uses the data folder and DATABASE_URL as npm start does. Stop Atrium first.`

const log = createLog({ level: 'warn' }, { write: (line) => void process.stderr.write(line) })

try {
  const { values } = parseArgs({
    options: { add: { type: 'boolean' }, seed: { type: 'string', default: '1' }, help: { type: 'boolean' } },
  })
  if (values.help) console.log(help)
  else await seed({ mayAdd: values.add ?? false, seed: Number(values.seed) })
} catch (error) {
  const canBePutRight =
    error instanceof SeedError ||
    error instanceof ConfigurationError ||
    error instanceof FolderInUseError ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
  console.error(canBePutRight ? error.message : error)
  process.exitCode = 1
}

interface Wanted {
  mayAdd: boolean
  seed: number
}

async function seed(wanted: Wanted): Promise<void> {
  const cleanup = new AsyncDisposableStack()
  try {
    await fill(wanted, cleanup)
  } finally {
    await cleanup.disposeAsync()
  }
}

async function fill(wanted: Wanted, cleanup: AsyncDisposableStack): Promise<void> {
  const { dataDir, databaseUrl, plansFile, secret: configured } = readConfiguration(process.env)
  const lock = await lockFolder(dataDir)
  cleanup.defer(() => lock.release())
  const secret = ensureSecret(dataDir, configured)
  const address = databaseUrl
    ? { connectionString: databaseUrl.reveal() }
    : await builtInDatabase(dataDir, cleanup)
  await prepare(address, wanted.mayAdd)
  const startedMs = performance.now()
  const { chats, turns } = await seedDemo({
    address,
    dataDir,
    plansFile,
    secret,
    log,
    seed: wanted.seed,
    now: new Date(),
    onProgress: (done, of) => {
      if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${of} chats `)
    },
  })
  if (process.stdout.isTTY) process.stdout.write('\r')
  report(chats, turns, (performance.now() - startedMs) / 1000)
}

async function builtInDatabase(dataDir: string, cleanup: AsyncDisposableStack): Promise<DatabaseAddress> {
  const postgres = await startPostgres({ dataDir, log })
  cleanup.defer(() => postgres.stop())
  return postgres.address
}

async function prepare(address: DatabaseAddress, mayAdd: boolean): Promise<void> {
  const database = connect(address, { log, maxConnections: 1 })
  try {
    await migrate(database.pool, { log })
    if ((await hasAccounts(database)) && !mayAdd)
      throw new SeedError(
        `This database has accounts already. npm run seed -- --add puts the demo team beside them; ATRIUM_DATA_DIR=${path.join('.', 'demo')} npm run seed makes another.`,
      )
  } finally {
    await database.close()
  }
}

function report(chats: number, turns: number, seconds: number): void {
  const width = Math.max(...team.map((person) => emailOf(person).length))
  console.log(
    [
      `${accountName}: ${team.length} people, ${chats} chats with ${turns} answers, in ${seconds.toFixed(0)} s.`,
      '',
      ...team.map((person) => `  ${emailOf(person).padEnd(width)}  ${person.language}  ${person.role}`),
      '',
      `All of them sign in with the password ${password} (for demonstrations: anybody can read it here).`,
      'npm start starts Atrium.',
    ].join('\n'),
  )
}
