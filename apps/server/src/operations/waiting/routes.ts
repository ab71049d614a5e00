import { contract } from '@atrium/contract'
import { type Identity, writeSystemAudit } from '../../identity/index.ts'
import { type Database, inSystem } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Binding, binding } from '../../platform/http/bind.ts'
import type { SystemSettings } from '../system-settings.ts'
import { inviteWaiting, joinWaitingList, listWaiting, removeWaiting } from './waiting-list.ts'

type WaitingPorts = {
  database: Database
  siteUrl: string
  settings: Pick<SystemSettings, 'signUpMode'>
  identity: Pick<Identity, 'countAnonymous'>
}

export function waitingBindings({ database, siteUrl, settings, identity }: WaitingPorts): Binding[] {
  return [
    binding(contract.joinWaitingList, async ({ body, request }) => {
      if (settings.signUpMode() !== 'invited-only') fail('NOT_FOUND')
      await identity.countAnonymous('waitingListByNetwork', request.ip)
      await joinWaitingList(database, body.email, body.language)
    }),
    binding(contract.listWaitingPeople, async ({ query: { page, page_size } }) => {
      const { people, count } = await inSystem(database, (trx) =>
        listWaiting(trx, { limit: page_size, offset: (page - 1) * page_size }),
      )
      return { data: people, count }
    }),
    binding(contract.inviteWaitingPerson, async ({ caller, body }) => ({
      data: await inviteWaiting({ database, siteUrl }, caller.userId, body.email),
    })),
    binding(contract.removeWaitingPerson, ({ caller, body: { email } }) =>
      inSystem(database, async (trx) => {
        await removeWaiting(trx, email)
        await writeSystemAudit(trx, { actorId: caller.userId, action: 'sign-up.removed', email })
      }),
    ),
  ]
}
