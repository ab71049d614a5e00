import { createHash, timingSafeEqual } from 'node:crypto'
import { contract, type UserId } from '@atrium/contract'
import { writeSystemAudit } from '../../identity/index.ts'
import type { Secret } from '../../platform/config/secret.ts'
import { type Database, inSystem } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Binding, binding } from '../../platform/http/bind.ts'
import type { Log } from '../../platform/log.ts'
import { listStopped, resumeAddress, stopAddress, stoppedAddress } from './stopped-addresses.ts'

export type StoppedPorts = {
  database: Database
  /** ATRIUM_MAIL_EVENTS_SECRET; undefined when no events are accepted. */
  eventsSecret: Secret | undefined
  /** The confirmed address of a signed-in person. */
  emailOf(userId: UserId): Promise<string>
  log: Log
}

export function stoppedBindings({ database, eventsSecret, emailOf, log }: StoppedPorts): Binding[] {
  const ownMail = async (userId: UserId) => {
    const email = await emailOf(userId)
    const stop = await inSystem(database, (trx) => stoppedAddress(trx, email))
    return { data: { stopped: stop && { reason: stop.reason, at: stop.at } } }
  }
  return [
    binding(contract.receiveMailEvents, async ({ request, body }) => {
      if (eventsSecret === undefined) return fail('NOT_FOUND')
      if (!isBearer(request.headers.authorization, eventsSecret)) return fail('UNAUTHENTICATED')
      const stopped = await inSystem(database, async (trx) => {
        let count = 0
        for (const { address, type } of body.events)
          if (await stopAddress(trx, { address, reason: type, by: null })) count += 1
        return count
      })
      log.info({ event: 'mail.events', stopped }, 'Received bounces and complaints of the mail service')
      return { data: { stopped } }
    }),
    binding(contract.getOwnMail, ({ caller }) => ownMail(caller.userId)),
    binding(contract.resumeOwnMail, async ({ caller }) => {
      const email = await emailOf(caller.userId)
      await inSystem(database, async (trx) => {
        if ((await stoppedAddress(trx, email))?.reason === 'operator') fail('FORBIDDEN')
        await resumeAddress(trx, email)
      })
      return await ownMail(caller.userId)
    }),
    binding(contract.listStoppedAddresses, async ({ query: { page, page_size, search = '' } }) => {
      const { rows, count } = await inSystem(database, (trx) =>
        listStopped(trx, {
          search,
          limit: page_size,
          offset: (page - 1) * page_size,
        }),
      )
      return { data: rows, count }
    }),
    binding(contract.stopMailTo, async ({ caller, body: { address } }) => ({
      data: await inSystem(database, async (trx) => {
        if (await stopAddress(trx, { address, reason: 'operator', by: caller.userId }))
          await writeSystemAudit(trx, { actorId: caller.userId, action: 'mail.stopped', email: address })
        return (await stoppedAddress(trx, address)) ?? fail('NOT_FOUND')
      }),
    })),
    binding(contract.resumeMailTo, ({ caller, body: { address } }) =>
      inSystem(database, async (trx) => {
        if (!(await resumeAddress(trx, address))) fail('NOT_FOUND')
        await writeSystemAudit(trx, { actorId: caller.userId, action: 'mail.resumed', email: address })
      }),
    ),
  ]
}

/** Compares hashes, so that the time says nothing about the secret. */
function isBearer(header: string | undefined, secret: Secret): boolean {
  const [scheme, given] = (header ?? '').split(' ')
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return scheme?.toLowerCase() === 'bearer' && timingSafeEqual(hash(given ?? ''), hash(secret.reveal()))
}
