import { contract } from '@atrium/contract'
import { type Binding, binding } from '../../platform/http/bind.ts'
import type { UserPorts } from '../ports.ts'
import { planDeletion, requestDeletion } from './request-deletion.ts'

export const deletionRoutes = (ports: UserPorts): Binding[] => [
  binding(contract.getDeletionPlan, async ({ caller }) => ({
    data: await planDeletion(ports, caller.userId),
  })),
  binding(contract.requestDeletion, async ({ caller, body }) => ({
    data: await requestDeletion(ports, caller, body.proof),
  })),
]
