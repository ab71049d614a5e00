import { contract, type UserId } from '@atrium/contract'
import { takeAllowance } from '../../credits/index.ts'
import { fail } from '../../platform/failure.ts'
import { binding, type Binding } from '../../platform/http/bind.ts'
import { addProvider, changeProvider, removeProvider } from './change-providers.ts'
import { listProviders } from './list-providers.ts'
import type { ProviderPorts } from './ports.ts'
import { testProvider } from './test-provider.ts'
import { timeModel } from './time-model.ts'

/** For system administrators only, as the contract says for each endpoint. */
export const providerBindings = (ports: ProviderPorts): Binding[] => [
  binding(contract.listProviders, async () => ({ data: await listProviders(ports) })),
  binding(contract.addProvider, async ({ caller, body }) => ({
    data: await addProvider(ports, caller.userId, body),
  })),
  binding(contract.changeProvider, async ({ caller, params, body }) => ({
    data: await changeProvider(ports, { actorId: caller.userId, providerId: params.providerId }, body),
  })),
  binding(contract.removeProvider, ({ caller, params }) =>
    removeProvider(ports, { actorId: caller.userId, providerId: params.providerId }),
  ),
  binding(contract.testProvider, async ({ caller, body }) => {
    await countTest(ports, caller.userId)
    return { data: await testProvider(ports, body) }
  }),
  binding(contract.timeModel, async ({ caller, body }) => {
    await ports.countTiming(caller.userId)
    await countTest(ports, caller.userId)
    return { data: await timeModel(ports, body) }
  }),
]

/** Tests are free, so each person has a daily limit. */
async function countTest({ database }: ProviderPorts, userId: UserId): Promise<void> {
  if (!(await takeAllowance(database, { holder: userId, kind: 'connectionTests' })))
    fail('RATE_LIMITED', { retryAfterSeconds: 3_600 })
}
