import { readPlans } from '../../accounts/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { ensureSecret } from '../../platform/config/ensure-secret.ts'
import { readConfiguration } from '../../platform/config/configuration.ts'
import { connect, type Database } from '../../platform/database/index.ts'
import { replaceSecret } from '../../platform/config/installation.ts'
import { createLog } from '../../platform/log.ts'
import { withDatabase } from '../with-database.ts'
import { changePlan, endMonthlyGrants, giveCredits } from './change-plan.ts'
import { listPeople } from './list-people.ts'
import { makeAdmin } from './make-admin.ts'
import { UsageError } from './usage-error.ts'

const usage = `Commands:
  npm run admin -- plan ACCOUNT PLAN  sets the plan of an account, by its name or id
  npm run admin -- grant ACCOUNT 500  gives an account credits once, and each of its members as many
  npm run admin -- grant ACCOUNT 500 monthly
                                      the same for this month and each one after it
  npm run admin -- end-grants ACCOUNT ends the monthly grants of an account
  npm run admin -- make-admin EMAIL   makes a person a system administrator
  npm run admin -- people SEARCH      lists people by name or email address, with their state and accounts
  npm run admin -- new-secret         goes on without the former secret, which is lost: keys of providers that were
                                      entered in the app have to be entered again, and everybody signs in again`

const log = createLog({ level: 'warn' })

/**
 * Runs one command of an operator and returns what it says. `environment` has the settings. Throws `StartError` for a command that is
 * wrong or cannot be done.
 */
export async function runCommand(
  [command = '', ...args]: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const configuration = readConfiguration(environment)
  const inDatabase = (work: (database: Database) => Promise<string>) =>
    withDatabase(configuration, log, async (address) => {
      const database = connect(address, { log, maxConnections: 1 })
      try {
        return await work(database)
      } finally {
        await database.close()
      }
    })
  const [first, second, third] = args
  const changingPlans = (work: (ports: Parameters<typeof changePlan>[0]) => Promise<string>) =>
    inDatabase((database) =>
      work({ database, plans: readPlans(configuration.plansFile), now: systemClock.now() }),
    )
  if (command === 'plan' && first !== undefined && second !== undefined && args.length === 2)
    return await changingPlans((ports) => changePlan(ports, { account: first, planName: second }))
  if (command === 'grant' && first !== undefined && second !== undefined && args.length === 2)
    return await changingPlans((ports) =>
      giveCredits(ports, { account: first, credits: second, frequency: 'once' }),
    )
  if (command === 'grant' && first !== undefined && second !== undefined && third === 'monthly')
    return await changingPlans((ports) =>
      giveCredits(ports, { account: first, credits: second, frequency: 'monthly' }),
    )
  if (command === 'end-grants' && first !== undefined && args.length === 1)
    return await changingPlans((ports) => endMonthlyGrants(ports, first))
  if (command === 'make-admin' && first !== undefined && args.length === 1)
    return await inDatabase((database) => makeAdmin(database, first))
  if (command === 'people' && first !== undefined && args.length === 1)
    return await inDatabase((database) =>
      listPeople({ database, admins: configuration.admins, now: systemClock.now }, first),
    )
  if (command === 'new-secret' && args.length === 0)
    return await inDatabase(async (database) => {
      await replaceSecret(database, ensureSecret(configuration.dataDir, configuration.secret))
      return 'The database now belongs to this secret. npm start starts Atrium.'
    })
  throw new UsageError(usage)
}
