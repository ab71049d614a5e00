import type { SystemPerson } from '@atrium/contract'
import { peoplePage, presentPerson, scopeOf } from '../../operations/index.ts'
import { type Database, inSystem } from '../../platform/database/index.ts'

type Ports = { database: Database; admins: readonly string[]; now: () => Date }

const maxListed = 100

/** Returns matching people by name or address, one line each for the terminal. */
export function listPeople({ database, ...ports }: Ports, search: string): Promise<string> {
  return inSystem(database, async (trx) => {
    const scope = await scopeOf(trx, ports)
    const rows = await peoplePage(trx, scope, { search }, { limit: maxListed, offset: 0 })
    if (rows.length === 0) return `Nobody matches ${search}.`
    return rows.map((row) => lineOf(presentPerson(row, scope))).join('\n')
  })
}

const lineOf = ({ name, email, state, systemAdmin, lastSeenAt, accounts }: SystemPerson): string =>
  [
    `${name} <${email}>`,
    state,
    systemAdmin && 'system administrator',
    lastSeenAt ? `last seen ${lastSeenAt.slice(0, 16)}Z` : 'never seen',
    accounts.map((account) => `${account.name} (${account.role})`).join(', '),
  ]
    .filter(Boolean)
    .join(' · ')
