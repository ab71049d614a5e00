import { contract } from '@atrium/contract'
import { type Binding, binding } from '../../platform/http/bind.ts'
import { sendSession, keepPrivate } from '../sessions/send-session.ts'
import { from } from '../ports.ts'
import type { IdentityServices } from '../identity-services.ts'
import { addPasskey, beginPasskey } from './add-passkey.ts'
import { removePasskey, renamePasskey } from './change-passkey.ts'
import { beginPasskeySignIn, signInByPasskey } from './sign-in-by-passkey.ts'

export const passkeyRoutes = (services: IdentityServices): Binding[] => [
  binding(contract.beginPasskeySignIn, async ({ request, reply }) => {
    keepPrivate(reply)
    return { data: await beginPasskeySignIn(services, from(request)) }
  }),
  binding(contract.signInByPasskey, async ({ body, request, reply }) =>
    sendSession(reply, await signInByPasskey(services, body.response, from(request))),
  ),
  binding(contract.beginPasskey, async ({ caller, body, reply }) => {
    keepPrivate(reply)
    return { data: await beginPasskey(services, caller, body.proof) }
  }),
  binding(contract.addPasskey, async ({ caller, body }) => ({
    data: await addPasskey(services, caller.userId, body),
  })),
  binding(contract.renamePasskey, async ({ caller, params, body }) => ({
    data: await renamePasskey(services, { ...params, userId: caller.userId }, body.name),
  })),
  binding(contract.removePasskey, async ({ caller, params }) => {
    await removePasskey(services, { ...params, userId: caller.userId })
    return { data: { done: true as const } }
  }),
]
