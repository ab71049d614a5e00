import { z } from 'zod'
import { dataReply, endpoint } from './endpoint.ts'
import { AccessToken, Code } from './identity.ts'
import { Language, Text } from './text.ts'

/** `google`, `azure` (Microsoft Entra) and `pool`, the hosted OpenID Connect pool of whoever runs Atrium. */
export const SignInProviderId = z.enum(['google', 'azure', 'pool'])
export type SignInProviderId = z.infer<typeof SignInProviderId>

/** A provider that is set up here; `name` is what its button calls it. */
export const SignInProvider = z.strictObject({ id: SignInProviderId, name: z.string() })
export type SignInProvider = z.infer<typeof SignInProvider>

/** Names one sign-in on its way to the provider and back; made by the server. */
const State = z.string().min(1).max(200)
/** What a provider sends along is its own affair, within reason. */
const Sent = z.string().min(1).max(4096)

/** What a completed sign-in comes to: a session, or first a code to the address that the provider did not vouch for. */
const Completed = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('signed-in'), token: AccessToken }),
  z.strictObject({
    outcome: z.literal('confirm-address'),
    email: z.string(),
    resendAfterSeconds: z.int(),
  }),
])

export const beginOpenIdSignIn = endpoint({
  name: 'beginOpenIdSignIn',
  host: 'main',
  method: 'POST',
  path: '/auth/openid/begin',
  caller: 'refresh-cookie',
  summary:
    'Begins a sign-in at an OpenID provider: gives the address to go to and binds it to this browser by a cookie, for 10 minutes.',
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
    'Completes a sign-in with what the provider sent the browser back with, once, in the browser that began it (sets the refresh cookie).',
  body: z.strictObject({
    provider: SignInProviderId,
    state: State,
    /** The authorization code; without one, `error` says why. */
    code: Sent.optional(),
    /** Which provider says that it answers (RFC 9207). */
    iss: Sent.optional(),
    error: Sent.optional(),
    errorDescription: Sent.optional(),
    /** For somebody new: the language of the browser, and the token of an invitation that they follow. */
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
    'Confirms, by the 6-digit code, the address that the provider did not vouch for, and completes the sign-in.',
  body: z.strictObject({ state: State, code: Code }),
  reply: { json: dataReply(AccessToken) },
  errors: [
    'INVALID_INPUT',
    'OPENID_SIGN_IN_FAILED',
    'CODE_NOT_ACCEPTED',
    'EMAIL_NOT_ACCEPTED',
    'SIGN_UP_REFUSED',
    'SECOND_FACTOR_NEEDED',
    'USER_BEING_DELETED',
    'RATE_LIMITED',
  ],
})
export const resendOpenIdCode = endpoint({
  name: 'resendOpenIdCode',
  host: 'main',
  method: 'POST',
  path: '/auth/openid/resend',
  caller: 'refresh-cookie',
  summary: 'Sends that code again: at most once in 60 s and 5 an hour.',
  body: z.strictObject({ state: State }),
  reply: { json: dataReply(z.strictObject({ resendAfterSeconds: z.int() })) },
  errors: ['INVALID_INPUT', 'OPENID_SIGN_IN_FAILED', 'CODE_RECENTLY_SENT', 'RATE_LIMITED'],
})
export const openIdEndpoints = {
  beginOpenIdSignIn,
  completeOpenIdSignIn,
  confirmOpenIdAddress,
  resendOpenIdCode,
}
