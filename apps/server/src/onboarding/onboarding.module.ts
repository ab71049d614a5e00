import { contract } from '@atrium/contract'
import type { SharedPorts } from '../live/index.ts'
import { inTenant } from '../platform/database/index.ts'
import { binding } from '../platform/http/bind.ts'
import type { NounModule } from '../platform/noun-module.ts'
import { dismissFirstSteps, readFirstSteps } from './first-steps.ts'

/** The first steps of a new account. */
export const onboardingModule = ({ database }: Pick<SharedPorts, 'database'>): NounModule => ({
  bindings: [
    binding(contract.getFirstSteps, async ({ caller }) => ({
      message: await inTenant(database, caller, (trx) => readFirstSteps(trx, caller)),
    })),
    binding(contract.dismissFirstSteps, async ({ caller }) => ({
      message: await inTenant(database, caller, async (trx) => {
        await dismissFirstSteps(trx, caller)
        return await readFirstSteps(trx, caller)
      }),
    })),
  ],
})
