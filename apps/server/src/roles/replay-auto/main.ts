import { sql } from 'kysely'
import { decisionsOfAuto } from '../../chats/index.ts'
import { createReplay, reportText } from '../../models/index.ts'
import { ConfigurationError, readConfiguration } from '../../platform/config/configuration.ts'
import { connect, type Database, inSystem } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log.ts'
import { StartError } from '../../platform/start-error.ts'
import { withDatabase } from '../with-database.ts'

const defaultDays = 30
const log = createLog({ level: 'warn' })
const [given = String(defaultDays)] = process.argv.slice(2)

try {
  const days = Number(given)
  if (!Number.isInteger(days) || days < 1 || days > 36_500)
    throw new ConfigurationError([`Say for how many days, as in npm run replay-auto -- ${defaultDays}.`])
  console.log(await replayed(days))
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

/** Returns the report on the decisions of the last days. Calls no model, and changes nothing. */
function replayed(days: number): Promise<string> {
  return withDatabase(readConfiguration(process.env), log, async (address) => {
    const database = connect(address, { log, maxConnections: 1 })
    try {
      await requireDecisions(database)
      const replay = createReplay()
      for await (const record of decisionsOfAuto(database, days)) replay.add(record)
      return reportText(replay.report())
    } finally {
      await database.close()
    }
  })
}

/** A folder that this version has never started has no table of decisions yet. */
async function requireDecisions(database: Database): Promise<void> {
  const found = await inSystem(database, (trx) =>
    sql<{ exists: boolean }>`select to_regclass('answer_choice') is not null as exists`.execute(trx),
  )
  if (!found.rows[0]?.exists)
    throw new ConfigurationError(['This version has not run on this database yet: npm start does that.'])
}
