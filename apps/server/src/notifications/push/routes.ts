import { contract, type OwnPush, type SessionId } from '@atrium/contract'
import { type Database, inSystem } from '../../platform/database/index.ts'
import { type Binding, binding } from '../../platform/http/bind.ts'
import { endPush, pushOf, savePush } from './push-subscriptions.ts'
import type { VapidKeys } from './vapid-keys.ts'

export function pushBindings({
  database,
  keys: { publicKey },
}: {
  database: Database
  keys: Pick<VapidKeys, 'publicKey'>
}): Binding[] {
  const own = async (session: { sessionId: SessionId }): Promise<OwnPush> => {
    const push = await inSystem(database, (trx) => pushOf(trx, session))
    return { publicKey, endpoint: push?.endpoint ?? null, kinds: push?.kinds ?? [] }
  }
  return [
    binding(contract.getOwnPush, async ({ caller }) => ({ data: await own(caller) })),
    binding(contract.changeOwnPush, async ({ caller, body }) => {
      await inSystem(database, (trx) => savePush(trx, caller, body))
      return { data: await own(caller) }
    }),
    binding(contract.endOwnPush, ({ caller }) => inSystem(database, (trx) => endPush(trx, caller))),
  ]
}
