import { contract } from '@atrium/contract'
import type { FastifyReply } from 'fastify'
import { type Binding, binding } from '../platform/http/bind.ts'
import { fail } from '../platform/failure.ts'
import { sendSession, keepPrivate } from './sessions/send-session.ts'
import { ownSecurityRoutes } from './own-security-routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { from, type From } from './ports.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { sendCode } from './codes/send-code.ts'
import { setNewPassword } from './password/set-new-password.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sessions/sign-out.ts'
import { signUp } from './sign-up/sign-up.ts'
import type { SigningKeys } from './sessions/signing-keys.ts'
import type { IdentityServices } from './identity-services.ts'
import { undoDeletion } from './undo-deletion.ts'
import { verifyEmail } from './codes/verify-email.ts'

export function identityRoutes(
  services: IdentityServices,
  signingKeys: SigningKeys,
  inboxUrl: () => string | null,
): Binding[] {
  return [
    ...passwordRoutes(services),
    ...secondFactorRoutes(services),
    ...passkeyRoutes(services),
    ...ownSecurityRoutes(services),
    binding(contract.undoDeletion, async ({ body, request, reply }) =>
      sendSession(reply, await undoDeletion(services, body.ticket, from(request))),
    ),
    binding(contract.refreshToken, async ({ request, reply }) => {
      const read = await services.refreshSessions.rotate(from(request))
      if (read.outcome === 'none') return fail('UNAUTHENTICATED')
      const renewed =
        read.outcome === 'lives' ? await services.sessions.renew(read.session, from(request)) : null
      if (renewed) return sendSession(reply, renewed)
      keepPrivate(reply, services.refreshSessions.forget())
      return fail('SESSION_ENDED')
    }),
    binding(contract.signOut, async ({ body, request, reply }) => {
      const { endedSessions, setCookies } = await signOut(services, body, from(request))
      keepPrivate(reply, setCookies)
      // Keeps cookies: they may belong to other sites of the same domain, and ours is cleared by name.
      reply.header('clear-site-data', '"storage"')
      return { data: { endedSessions } }
    }),
    binding(contract.signInMethods, async () => ({
      data: { signUp: services.signUpMode, passkeys: services.hasPasskeys, inboxUrl: inboxUrl() },
    })),
    binding(contract.jsonWebKeySet, async ({ reply }) => {
      reply.header('cache-control', 'public, max-age=300')
      return { keys: await signingKeys.publicKeys() }
    }),
  ]
}

/** Everything by email and password; refused where people sign in only through a provider. */
function passwordRoutes(services: IdentityServices): Binding[] {
  const sendCodeTo = async (reply: FastifyReply, to: Parameters<typeof sendCode>[1], sender: From) => {
    const { reply: data, setCookies } = await sendCode(services, to, sender)
    keepPrivate(reply, setCookies)
    return { data }
  }
  const routes = [
    binding(contract.signUp, async ({ body, request, reply }) => {
      const { reply: data, setCookies } = await signUp(services, body, from(request))
      keepPrivate(reply, setCookies)
      return { data }
    }),
    binding(contract.verifyEmail, async ({ body, request, reply }) =>
      sendSession(reply, await verifyEmail(services, body, from(request))),
    ),
    binding(contract.resendCode, async ({ body, request, reply }) =>
      sendCodeTo(reply, { email: body.email, purpose: 'verify-email' }, from(request)),
    ),
    binding(contract.signIn, async ({ body, request, reply }) => {
      const signedIn = await signIn(services, body, from(request))
      if (signedIn.outcome === 'signed-in') return sendSession(reply, signedIn.session)
      keepPrivate(reply, signedIn.setCookies)
      return fail('EMAIL_NOT_VERIFIED', { details: { resendAfterSeconds: signedIn.resendAfterSeconds } })
    }),
    binding(contract.forgotPassword, async ({ body, request, reply }) =>
      sendCodeTo(reply, { email: body.email, purpose: 'new-password' }, from(request)),
    ),
    binding(contract.setNewPassword, async ({ body, request, reply }) =>
      sendSession(reply, await setNewPassword(services, body, from(request))),
    ),
  ]
  const isOff = async () => fail('SIGN_IN_METHOD_OFF')
  return services.signInByPassword ? routes : routes.map(({ endpoint }) => ({ endpoint, handle: isOff }))
}
