import { contract } from '@atrium/contract'
import { type Binding, binding } from '../platform/http/bind.ts'
import { fail } from '../platform/failure.ts'
import { hand, keepPrivate } from './hand.ts'
import { ownSecurityRoutes } from './own-security-routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { from } from './ports.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { sendCode } from './send-code.ts'
import { setNewPassword } from './set-new-password.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import type { SigningKeys } from './signing-keys.ts'
import type { Tools } from './tools.ts'
import { undoDeletion } from './undo-deletion.ts'
import { verifyEmail } from './verify-email.ts'

export function identityRoutes(tools: Tools, signingKeys: SigningKeys, inboxUrl: string | null): Binding[] {
  return [
    ...passwordRoutes(tools),
    ...secondFactorRoutes(tools),
    ...passkeyRoutes(tools),
    ...ownSecurityRoutes(tools),
    binding(contract.undoDeletion, async ({ body, request, reply }) =>
      hand(reply, await undoDeletion(tools, body.ticket, from(request))),
    ),
    binding(contract.refreshToken, async ({ request, reply }) => {
      const read = await tools.refreshSessions.read(from(request))
      if (read.outcome === 'none') return fail('UNAUTHENTICATED')
      const renewed =
        read.outcome === 'lives' ? await tools.sessions.renew(read.session, from(request)) : null
      if (renewed) return hand(reply, renewed)
      keepPrivate(reply, await tools.refreshSessions.forget())
      return fail('SESSION_ENDED')
    }),
    binding(contract.signOut, async ({ body, request, reply }) => {
      const { endedSessions, setCookies } = await signOut(tools, body, from(request))
      keepPrivate(reply, setCookies)
      return { data: { endedSessions } }
    }),
    binding(contract.signInMethods, async () => ({
      data: { signUp: tools.signUpMode, passkeys: tools.hasPasskeys, inboxUrl },
    })),
    binding(contract.jsonWebKeySet, async ({ reply }) => {
      reply.header('cache-control', 'public, max-age=300')
      return { keys: await signingKeys.publicKeys() }
    }),
  ]
}

/** Everything by email and password; all of it refused where people sign in through a provider alone. */
function passwordRoutes(tools: Tools): Binding[] {
  const routes = [
    binding(contract.signUp, async ({ body, request }) => ({
      data: await signUp(tools, body, from(request)),
    })),
    binding(contract.verifyEmail, async ({ body, request, reply }) =>
      hand(reply, await verifyEmail(tools, body, from(request))),
    ),
    binding(contract.resendCode, async ({ body, request }) => ({
      data: await sendCode(tools, { email: body.email, purpose: 'verify-email' }, from(request)),
    })),
    binding(contract.signIn, async ({ body, request, reply }) =>
      hand(reply, await signIn(tools, body, from(request))),
    ),
    binding(contract.forgotPassword, async ({ body, request }) => ({
      data: await sendCode(tools, { email: body.email, purpose: 'new-password' }, from(request)),
    })),
    binding(contract.setNewPassword, async ({ body, request, reply }) =>
      hand(reply, await setNewPassword(tools, body, from(request))),
    ),
  ]
  const isOff = async () => fail('SIGN_IN_METHOD_OFF')
  return tools.signInByPassword ? routes : routes.map(({ endpoint }) => ({ endpoint, handle: isOff }))
}
