import { z } from 'zod'
import { dataReply, endpoint } from '../endpoint.ts'
import { UserId, SessionId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Email, Name, Text } from '../text/text.ts'

/** The password rules, in the form's order. */
export const passwordRules = {
  length: (password: string) => [...password].length >= limits.passwordCharactersLeast,
  number: (password: string) => /\p{Nd}/u.test(password),
  special: (password: string) => /[^\p{L}\p{N}\s]/u.test(password),
  uppercase: (password: string) => /\p{Lu}/u.test(password),
  lowercase: (password: string) => /\p{Ll}/u.test(password),
} as const
export type PasswordRule = keyof typeof passwordRules

/** Returns the rules that a password breaks; empty when it is allowed. No trimming: spaces count. */
export const brokenPasswordRules = (password: string): PasswordRule[] =>
  (Object.keys(passwordRules) as PasswordRule[]).filter((rule) => !passwordRules[rule](password))

export const NewPassword = z
  .string()
  .max(limits.passwordCharactersMost * 2, 'A password has at most 256 characters.')
  .refine(
    (password) => [...password].length <= limits.passwordCharactersMost,
    'A password has at most 256 characters.',
  )
  .refine((password) => !password.includes('\0'), 'A password cannot contain the NUL character.')
  .refine(
    (password) => brokenPasswordRules(password).length === 0,
    'At least 8 characters with 1 number, 1 special character, 1 uppercase letter and 1 lowercase letter.',
  )

const Password = z
  .string()
  .min(1, 'Enter your password.')
  .max(limits.passwordCharactersMost * 2)
export const Code = z.string().regex(/^\d{6}$/, 'The code has 6 digits.')
/** A mailed code: long after too many requests for the address. */
export const MailedCode = z.string().regex(/^(\d{6}|\d{12})$/, 'The code has 6 digits, or 12.')

/** Accepted without details: the same whether or not the address is known. */
const Accepted = dataReply(
  z.strictObject({
    accepted: z.literal(true),
    resendAfterSeconds: z.int(),
    /** Length of the code for this browser to enter. */
    codeDigits: z.int(),
  }),
)

export const AccessToken = z.strictObject({
  accessToken: z.string(),
  expiresAt: z.iso.datetime(),
  userId: UserId,
  sessionId: SessionId,
  termsAccepted: z.boolean(),
  /** The OpenID provider's ID token: in the reply that opens the session, not when it is renewed. */
  idToken: z.string().optional(),
})
export type AccessToken = z.infer<typeof AccessToken>

export const JsonWebKeySet = z.strictObject({ keys: z.array(z.record(z.string(), z.string())) })

export const signUp = endpoint({
  name: 'signUp',
  host: 'main',
  method: 'POST',
  path: '/auth/sign-up',
  caller: 'anyone',
  summary:
    "Starts a sign-up, which a code confirms in the browser with this reply's cookie. The reply is the same for a known address.",
  body: z.strictObject({
    email: Email,
    password: NewPassword,
    firstName: Name,
    lastName: Name,
    language: z.string().max(5).optional(),
    /** Token of an invitation that the person follows: a public link admits people who were not invited by address. */
    inviteToken: Text(200).optional(),
  }),
  reply: { json: Accepted },
  errors: [
    'INVALID_INPUT',
    'PASSWORD_TOO_COMMON',
    'EMAIL_NOT_ACCEPTED',
    'SIGN_UP_REFUSED',
    'SIGN_IN_METHOD_OFF',
    'RATE_LIMITED',
  ],
})
export const verifyEmail = endpoint({
  name: 'verifyEmail',
  host: 'main',
  method: 'POST',
  path: '/auth/verify',
  caller: 'anyone',
  summary:
    'Confirms the sign-up of this browser with the 6-digit code and starts a session (sets the refresh cookie). Send the cookie of the sign-up.',
  body: z.strictObject({ email: Email, code: MailedCode }),
  reply: { json: dataReply(AccessToken) },
  errors: [
    'INVALID_INPUT',
    'SIGN_IN_METHOD_OFF',
    'CODE_NOT_ACCEPTED',
    'SECOND_FACTOR_NEEDED',
    'USER_BEING_DELETED',
    'USER_SUSPENDED',
    'USER_DELETED',
    'RATE_LIMITED',
  ],
})
export const resendCode = endpoint({
  name: 'resendCode',
  host: 'main',
  method: 'POST',
  path: '/auth/resend-code',
  caller: 'anyone',
  summary: 'Resends the sign-up code: at most once in 60 s and 5 times per hour.',
  body: z.strictObject({ email: Email }),
  reply: { json: Accepted },
  errors: ['INVALID_INPUT', 'SIGN_IN_METHOD_OFF', 'CODE_RECENTLY_SENT', 'RATE_LIMITED'],
})
export const signIn = endpoint({
  name: 'signIn',
  host: 'main',
  method: 'POST',
  path: '/auth/sign-in',
  caller: 'anyone',
  summary: 'Starts a session by email and password (sets the refresh cookie).',
  body: z.strictObject({ email: Email, password: Password }),
  reply: { json: dataReply(AccessToken) },
  errors: [
    'INVALID_INPUT',
    'SIGN_IN_METHOD_OFF',
    'INVALID_CREDENTIALS',
    'EMAIL_NOT_VERIFIED',
    'SECOND_FACTOR_NEEDED',
    'USER_BEING_DELETED',
    'USER_SUSPENDED',
    'USER_DELETED',
    'RATE_LIMITED',
  ],
})
export const forgotPassword = endpoint({
  name: 'forgotPassword',
  host: 'main',
  method: 'POST',
  path: '/auth/forgot-password',
  caller: 'anyone',
  summary:
    "Sends a code with which this browser (by the reply's cookie) can set a new password. The reply is the same for unknown addresses.",
  body: z.strictObject({ email: Email }),
  reply: { json: Accepted },
  errors: ['INVALID_INPUT', 'SIGN_IN_METHOD_OFF', 'CODE_RECENTLY_SENT', 'RATE_LIMITED'],
})
export const setNewPassword = endpoint({
  name: 'setNewPassword',
  host: 'main',
  method: 'POST',
  path: '/auth/new-password',
  caller: 'anyone',
  summary: 'Sets a new password with the code, ends every other session and starts one here.',
  body: z.strictObject({ email: Email, code: MailedCode, password: NewPassword }),
  reply: { json: dataReply(AccessToken) },
  errors: [
    'INVALID_INPUT',
    'SIGN_IN_METHOD_OFF',
    'CODE_NOT_ACCEPTED',
    'PASSWORD_TOO_COMMON',
    'SECOND_FACTOR_NEEDED',
    'USER_BEING_DELETED',
    'USER_SUSPENDED',
    'USER_DELETED',
    'RATE_LIMITED',
  ],
})
export const refreshToken = endpoint({
  name: 'refreshToken',
  host: 'main',
  method: 'POST',
  path: '/auth/token',
  caller: 'refresh-cookie',
  summary: "Returns a new access token (EdDSA, 15 minutes) for the cookie's session.",
  reply: { json: dataReply(AccessToken) },
  errors: ['UNAUTHENTICATED', 'SESSION_ENDED', 'ORIGIN_REFUSED'],
})
export const signOut = endpoint({
  name: 'signOut',
  host: 'main',
  method: 'POST',
  path: '/auth/sign-out',
  caller: 'refresh-cookie',
  summary: 'Ends this session, or with `everywhere` every session of the user, and clears the cookie.',
  body: z.strictObject({ everywhere: z.boolean().default(false) }),
  reply: { json: dataReply(z.strictObject({ endedSessions: z.int() })) },
  errors: ['INVALID_INPUT', 'ORIGIN_REFUSED'],
})
export const SignInMethods = z.strictObject({
  signUp: z.enum(['open', 'invited-only', 'closed']),
  /** Whether people can sign in with passkeys: browsers support them only for a host name, over https or on localhost. */
  passkeys: z.boolean(),
  /** URL of the sandbox inbox, when no mail server is configured. */
  inboxUrl: z.string().nullable(),
})
export const signInMethods = endpoint({
  name: 'signInMethods',
  host: 'main',
  method: 'GET',
  path: '/auth/methods',
  caller: 'anyone',
  summary: 'Returns the ways of signing in, and the sandbox inbox when there is no mail server.',
  reply: { json: dataReply(SignInMethods) },
  errors: [],
})
export const jsonWebKeySet = endpoint({
  name: 'jsonWebKeySet',
  host: 'root',
  method: 'GET',
  path: '/.well-known/jwks.json',
  caller: 'anyone',
  summary: 'Returns the public keys for verifying access tokens (RFC 7517).',
  reply: { json: JsonWebKeySet },
  errors: [],
})
export const identityEndpoints = {
  signUp,
  verifyEmail,
  resendCode,
  signIn,
  forgotPassword,
  setNewPassword,
  refreshToken,
  signOut,
  signInMethods,
  jsonWebKeySet,
}
