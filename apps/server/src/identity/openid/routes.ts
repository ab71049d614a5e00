import { contract } from '@atrium/contract'
import { type Binding, binding } from '../../platform/http/bind.ts'
import { sendSession, keepPrivate } from '../sessions/send-session.ts'
import { from } from '../ports.ts'
import type { IdentityServices } from '../identity-services.ts'
import { beginSignIn } from './begin-sign-in.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { confirmAddress, resendCode } from './confirm-address.ts'
import type { OpenId } from './open-id.ts'

export function openIdRoutes(services: IdentityServices, openId: OpenId): Binding[] {
  return [
    binding(contract.beginOpenIdSignIn, async ({ body, request, reply }) => {
      const pending = await beginSignIn(services, openId, body.provider, from(request))
      keepPrivate(reply, [pending.setCookie])
      return { data: { authorizationUrl: pending.authorizationUrl, state: pending.state } }
    }),
    binding(contract.completeOpenIdSignIn, async ({ body, request, reply }) => {
      const completed = await completeSignIn(services, openId, body, from(request))
      if (completed.outcome === 'confirm-address') return { data: completed }
      const { token, setCookies } = completed.session
      keepPrivate(reply, [...setCookies, openId.cookies.forget(body.state)])
      return { data: { outcome: completed.outcome, token } }
    }),
    binding(contract.confirmOpenIdAddress, async ({ body, request, reply }) => {
      const session = await confirmAddress(services, openId, body, from(request))
      return sendSession(reply, {
        ...session,
        setCookies: [...session.setCookies, openId.cookies.forget(body.state)],
      })
    }),
    binding(contract.resendOpenIdCode, async ({ body, request }) => ({
      data: await resendCode(services, openId, body.state, from(request)),
    })),
  ]
}
