import type { PeopleFilters, SystemPerson } from '@atrium/contract'
import { csvLine, csvMark } from '../../platform/csv.ts'
import { type Database, inSystem } from '../../platform/database/index.ts'
import { presentPerson, type ScopePorts, scopeOf } from './ports.ts'
import { peoplePage } from './queries.ts'

const heading = [
  'Name',
  'Email',
  'State',
  'Signed up',
  'Last seen',
  'Second factor',
  'System administrator',
  'Accounts',
  'Id',
]
const atATime = 500

/** Yields all matching people as lines of CSV, read a few hundred at a time. */
export async function* exportPeople(
  ports: ScopePorts & { database: Database },
  filters: PeopleFilters,
): AsyncGenerator<string> {
  yield csvMark + csvLine(heading)
  for (let offset = 0; ; offset += atATime) {
    const found = await inSystem(ports.database, async (trx) => {
      const scope = await scopeOf(trx, ports)
      const rows = await peoplePage(trx, scope, filters, { limit: atATime, offset })
      return rows.map((row) => presentPerson(row, scope))
    })
    if (found.length > 0) yield found.map((person) => csvLine(cellsOf(person))).join('')
    if (found.length < atATime) return
  }
}

const cellsOf = (person: SystemPerson): string[] => [
  person.name,
  person.email,
  person.state,
  person.signedUpAt,
  person.lastSeenAt ?? '',
  person.hasSecondFactor ? 'yes' : 'no',
  person.systemAdmin ?? '',
  person.accounts.map(({ name, role }) => `${name} (${role})`).join('; '),
  person.id ?? '',
]
