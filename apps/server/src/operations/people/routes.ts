import { Readable } from 'node:stream'
import { contract } from '@atrium/contract'
import { inSystem } from '../../platform/database/index.ts'
import { type Binding, binding } from '../../platform/http/bind.ts'
import { changeSystemAdmin } from './change-system-admin.ts'
import { deletePerson, restorePerson } from './delete-person.ts'
import { endPersonSessions } from './end-person-sessions.ts'
import { exportPeople } from './export-people.ts'
import { type PeoplePorts, presentPerson, scopeOf } from './ports.ts'
import { countPeople, lastChanges, noteChange, peoplePage } from './queries.ts'
import { reinstatePerson, suspendPerson } from './suspend-person.ts'
import { unlockPerson } from './unlock-person.ts'

const maxChangesListed = 50

/** The people of the installation, for system administrators only, as the contract says for each endpoint. */
export const peopleBindings = (ports: PeoplePorts): Binding[] => [
  binding(contract.listPeople, ({ query: { page, page_size: limit, ...filters } }) =>
    inSystem(ports.database, async (trx) => {
      const scope = await scopeOf(trx, ports)
      const rows = await peoplePage(trx, scope, filters, { limit, offset: (page - 1) * limit })
      return {
        data: rows.map((row) => presentPerson(row, scope)),
        count: await countPeople(trx, scope, filters),
      }
    }),
  ),
  binding(contract.exportPeople, async ({ caller, query, reply }) => {
    await inSystem(ports.database, (trx) =>
      noteChange(trx, { actorId: caller.userId, userId: null, action: 'list-exported' }),
    )
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="people.csv"',
      'cache-control': 'private, no-store',
    })
    reply.send(Readable.from(exportPeople(ports, query)))
  }),
  binding(contract.listPersonChanges, () =>
    inSystem(ports.database, async (trx) => ({
      data: (await lastChanges(trx, maxChangesListed)).map((row) => ({ ...row, at: row.at.toISOString() })),
    })),
  ),
  binding(contract.changeSystemAdmin, async ({ caller, params, body }) => ({
    data: await changeSystemAdmin(ports, {
      actor: caller,
      userId: params.userId,
      isSystemAdmin: body.isSystemAdmin,
      proof: body.proof,
    }),
  })),
  binding(contract.endPersonSessions, async ({ caller, params }) => ({
    data: { endedSessions: await endPersonSessions(ports, { actorId: caller.userId, ...params }) },
  })),
  binding(contract.suspendPerson, async ({ caller, params, body }) => ({
    data: await suspendPerson(ports, { actorId: caller.userId, ...params, ...body }),
  })),
  binding(contract.reinstatePerson, async ({ caller, params }) => ({
    data: await reinstatePerson(ports, { actorId: caller.userId, ...params }),
  })),
  binding(contract.deletePerson, async ({ caller, params }) => ({
    data: await deletePerson(ports, { actorId: caller.userId, ...params }),
  })),
  binding(contract.restorePerson, async ({ caller, params }) => ({
    data: await restorePerson(ports, { actorId: caller.userId, ...params }),
  })),
  binding(contract.unlockPerson, async ({ caller, params }) => ({
    data: await unlockPerson(ports, { actorId: caller.userId, ...params }),
  })),
]
