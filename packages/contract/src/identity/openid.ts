import { z } from 'zod'
import { dataReply, endpoint } from '../endpoint.ts'
import { AccessToken, MailedCode } from './identity.ts'
import { Language, Text } from '../text/text.ts'

/** `google`, `azure` (Microsoft Entra) and `pool`, the operator's hosted OpenID Connect pool. */
export const SignInProviderId = z.enum(['google', 'azure', 'pool'])
export type SignInProviderId = z.infer<typeof SignInProviderId>

/** A configured provider; `name` is its button's label. */
export const SignInProvider = z.strictObject({ id: SignInProviderId, name: z.string() })
export type SignInProvider = z.infer<typeof SignInProvider>

/** Identifies one pending sign-in; created by the server. */
const State = z.string().min(1).max(200)
/** Parameters from a provider, of limited length. */
const Sent = z.string().min(1).max(4096)

/** The result of a completed sign-in: a session, or a code mailed to an address that the provider did not vouch for. */
const Completed = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('signed-in'), token: AccessToken }),
  z.strictObject({
    outcome: z.literal('confirm-address'),
    email: z.string(),
    resendAfterSeconds: z.int(),
    codeDigits: z.int(),
  }),
])

export const beginOpenIdSignIn = endpoint({
  name: 'beginOpenIdSignIn',
  host: 'main',
  method: 'POST',
  path: '/auth/openid/begin',
  caller: 'refresh-cookie',
  summary:
    'Starts a sign-in at an OpenID provider: returns the URL to go to and binds the sign-in to this browser by a cookie, for 10 minutes.',
  body: z.strictObject({ provider: SignInProviderId }),
  reply: { json: dataReply(z.strictObject({ authorizationUrl: z.string(), state: State })) },
  errors: [
    'INVALID_INPUT',
    'SIGN_IN_METHOD_OFF',
    'ALREADY_SIGNED_IN',
    'OPENID_PROVIDER_UNAVAILABLE',
    'RATE_LIMITED',
  ],
})
export const completeOpenIdSignIn = endpoint({
  name: 'completeOpenIdSignIn',
  host: 'main',
  method: 'POST',
  path: '/auth/openid/complete',
  caller: 'refresh-cookie',
  summary:
    "Completes a sign-in with the parameters of the provider's redirect, once, in the browser that started it (sets the refresh cookie).",
  body: z.strictObject({
    provider: SignInProviderId,
    state: State,
    /** The authorization code; without one, `error` says why. */
    code: Sent.optional(),
    /** The provider's issuer (RFC 9207). */
    iss: Sent.optional(),
    error: Sent.optional(),
    errorDescription: Sent.optional(),
    /** For a new person: the browser's language, and the token of an invitation that they follow. */
    language: Language.optional(),
    inviteToken: Text(200).optional(),
  }),
  reply: { json: dataReply(Completed) },
  errors: [
    'INVALID_INPUT',
    'SIGN_IN_METHOD_OFF',
    'ALREADY_SIGNED_IN',
    'OPENID_SIGN_IN_FAILED',
    'OPENID_SIGN_IN_DENIED',
    'OPENID_WITHOUT_ADDRESS',
    'OPENID_PROVIDER_UNAVAILABLE',
    'EMAIL_NOT_ACCEPTED',
    'SIGN_UP_REFUSED',
    'SECOND_FACTOR_NEEDED',
    'USER_BEING_DELETED',
    'USER_SUSPENDED',
    'USER_DELETED',
    'RATE_LIMITED',
  ],
})
export const confirmOpenIdAddress = endpoint({
  name: 'confirmOpenIdAddress',
  host: 'main',
  method: 'POST',
  path: '/auth/openid/confirm',
  caller: 'refresh-cookie',
  summary:
    'Confirms the address that the provider did not vouch for by the 6-digit code, and completes the sign-in.',
  body: z.strictObject({ state: State, code: MailedCode }),
  reply: { json: dataReply(AccessToken) },
  errors: [
    'INVALID_INPUT',
    'OPENID_SIGN_IN_FAILED',
    'CODE_NOT_ACCEPTED',
    'EMAIL_NOT_ACCEPTED',
    'SIGN_UP_REFUSED',
    'SECOND_FACTOR_NEEDED',
    'USER_BEING_DELETED',
    'USER_SUSPENDED',
    'USER_DELETED',
    'RATE_LIMITED',
  ],
})
export const resendOpenIdCode = endpoint({
  name: 'resendOpenIdCode',
  host: 'main',
  method: 'POST',
  path: '/auth/openid/resend',
  caller: 'refresh-cookie',
  summary: 'Resends that code: at most once in 60 s and 5 times per hour.',
  body: z.strictObject({ state: State }),
  reply: { json: dataReply(z.strictObject({ resendAfterSeconds: z.int(), codeDigits: z.int() })) },
  errors: ['INVALID_INPUT', 'OPENID_SIGN_IN_FAILED', 'CODE_RECENTLY_SENT', 'RATE_LIMITED'],
})
export const openIdEndpoints = {
  beginOpenIdSignIn,
  completeOpenIdSignIn,
  confirmOpenIdAddress,
  resendOpenIdCode,
}
