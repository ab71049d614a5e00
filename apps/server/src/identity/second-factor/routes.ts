import { contract } from '@atrium/contract'
import { type Binding, binding } from '../../platform/http/bind.ts'
import { sendSession, keepPrivate } from '../sessions/send-session.ts'
import { from } from '../ports.ts'
import type { IdentityServices } from '../identity-services.ts'
import { answerSecondFactor } from './answer-second-factor.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
} from './change-second-factor.ts'

/** None of these stores its reply for a repeated call: it contains a secret, or confirms a one-time code. */
export const secondFactorRoutes = (services: IdentityServices): Binding[] => [
  binding(contract.answerSecondFactor, async ({ body, request, reply }) =>
    sendSession(reply, await answerSecondFactor(services, body, from(request))),
  ),
  binding(contract.beginSecondFactor, async ({ caller, body, reply }) => {
    keepPrivate(reply)
    return { data: await beginSecondFactor(services, caller, body.proof) }
  }),
  binding(contract.confirmSecondFactor, async ({ caller, body, reply }) => {
    keepPrivate(reply)
    return { data: { recoveryCodes: await confirmSecondFactor(services, caller, body.code) } }
  }),
  binding(contract.renewRecoveryCodes, async ({ caller, body, reply }) => {
    keepPrivate(reply)
    return { data: { recoveryCodes: await renewRecoveryCodes(services, caller, body.proof) } }
  }),
  binding(contract.endSecondFactor, async ({ caller, body }) => {
    await endSecondFactor(services, caller, body.proof)
    return { data: { ended: true as const } }
  }),
]
