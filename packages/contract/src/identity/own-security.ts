import { z } from 'zod'
import { dataReply, endpoint } from '../endpoint.ts'
import { AccessToken, NewPassword } from './identity.ts'
import { PasskeyId, SessionId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Proof, withProof } from './second-factor.ts'
import { Line } from '../text/text.ts'

const Base64Url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/, 'This is not base64url.')
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const PublicKey = z.literal('public-key')
const KnownCredential = z.strictObject({
  id: z.string(),
  type: PublicKey,
  transports: z.array(z.enum(transports)).optional(),
})

/** Options for creating a passkey (WebAuthn, `PublicKeyCredentialCreationOptionsJSON`). */
export const PasskeyCreation = z.strictObject({
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.strictObject({ alg: z.int(), type: PublicKey })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(KnownCredential),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
})
/** Options for signing in with any passkey (WebAuthn, `PublicKeyCredentialRequestOptionsJSON`). */
export const PasskeyRequest = z.strictObject({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})

// Browsers add fields of their own: unknown ones are dropped, not refused.
const credentialFields = {
  id: Base64Url(1400),
  rawId: Base64Url(1400),
  type: PublicKey,
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
}
export const NewPasskeyResponse = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: Base64Url(4000),
    attestationObject: Base64Url(16_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})
export type NewPasskeyResponse = z.infer<typeof NewPasskeyResponse>
export const PasskeyResponse = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: Base64Url(4000),
    authenticatorData: Base64Url(4000),
    signature: Base64Url(8000),
    userHandle: Base64Url(200).optional(),
  }),
})
export type PasskeyResponse = z.infer<typeof PasskeyResponse>

export const Passkey = z.strictObject({
  id: PasskeyId,
  name: z.string(),
  /** Whether a passkey provider syncs it between devices. */
  isSynced: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof Passkey>
const PasskeyName = Line(limits.passkeyNameCharacters)

/** A person's ways of signing in. */
export const OwnSecurity = z.strictObject({
  hasPassword: z.boolean(),
  secondFactor: z.strictObject({ since: z.iso.datetime(), recoveryCodesLeft: z.int() }).nullable(),
  passkeys: z.array(Passkey),
})
export type OwnSecurity = z.infer<typeof OwnSecurity>

/** A session. Browser and system are their makers' names, null when unknown. */
export const OwnSession = z.strictObject({
  id: SessionId,
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** The last network, without the part that identifies a machine. */
  network: z.string().nullable(),
  startedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>
const Ended = dataReply(z.strictObject({ endedSessions: z.int() }))
const Done = dataReply(z.strictObject({ done: z.literal(true) }))

export const beginPasskeySignIn = endpoint({
  name: 'beginPasskeySignIn',
  host: 'main',
  method: 'POST',
  path: '/auth/passkey/options',
  caller: 'anyone',
  summary: 'Returns the options for signing in with a passkey. The challenge works once, for 5 minutes.',
  reply: { json: dataReply(PasskeyRequest) },
  errors: ['RATE_LIMITED'],
})
export const signInByPasskey = endpoint({
  name: 'signInByPasskey',
  host: 'main',
  method: 'POST',
  path: '/auth/passkey',
  caller: 'anyone',
  summary: 'Starts a session by a passkey, which counts as both factors (sets the refresh cookie).',
  body: z.strictObject({ response: PasskeyResponse }),
  reply: { json: dataReply(AccessToken) },
  errors: [
    'INVALID_INPUT',
    'PASSKEY_NOT_ACCEPTED',
    'USER_BEING_DELETED',
    'USER_SUSPENDED',
    'USER_DELETED',
    'RATE_LIMITED',
  ],
})
export const getOwnSecurity = endpoint({
  name: 'getOwnSecurity',
  host: 'main',
  method: 'GET',
  path: '/user/security',
  caller: 'signed-in',
  summary: "Returns the caller's ways of signing in: password, second factor, passkeys.",
  reply: { json: dataReply(OwnSecurity) },
  errors: [],
})
export const beginPasskey = endpoint({
  name: 'beginPasskey',
  host: 'main',
  method: 'POST',
  path: '/user/passkeys/options',
  caller: 'signed-in',
  summary: 'Returns the options for creating a passkey. The challenge works once, for 5 minutes.',
  body: withProof,
  holdsSecret: true,
  reply: { json: dataReply(PasskeyCreation) },
  errors: ['PROOF_NOT_ACCEPTED', 'SIGN_IN_AGAIN', 'RATE_LIMITED', 'CONFLICT'],
})
export const addPasskey = endpoint({
  name: 'addPasskey',
  host: 'main',
  method: 'POST',
  path: '/user/passkeys',
  caller: 'signed-in',
  summary: 'Adds a created passkey.',
  body: z.strictObject({ name: PasskeyName, response: NewPasskeyResponse }),
  reply: { json: dataReply(Passkey) },
  errors: ['INVALID_INPUT', 'PASSKEY_NOT_ACCEPTED', 'CONFLICT'],
  idempotency: 'key',
})
export const renamePasskey = endpoint({
  name: 'renamePasskey',
  host: 'main',
  method: 'PATCH',
  path: '/user/passkeys/:passkeyId',
  caller: 'signed-in',
  summary: 'Renames a passkey.',
  params: z.strictObject({ passkeyId: PasskeyId }),
  body: z.strictObject({ name: PasskeyName }),
  reply: { json: dataReply(Passkey) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  idempotency: 'key',
})
export const removePasskey = endpoint({
  name: 'removePasskey',
  host: 'main',
  method: 'DELETE',
  path: '/user/passkeys/:passkeyId',
  caller: 'signed-in',
  summary: 'Removes a passkey, which no longer signs in.',
  params: z.strictObject({ passkeyId: PasskeyId }),
  reply: { json: Done },
  errors: ['NOT_FOUND'],
  idempotency: 'key',
})
export const changePassword = endpoint({
  name: 'changePassword',
  host: 'main',
  method: 'POST',
  path: '/user/password',
  caller: 'signed-in',
  summary: 'Changes the password, given the old one, and ends every other session.',
  body: z.strictObject({ proof: Proof.optional(), password: NewPassword }),
  holdsSecret: true,
  reply: { json: Ended },
  errors: ['INVALID_INPUT', 'PASSWORD_TOO_COMMON', 'PROOF_NOT_ACCEPTED', 'SIGN_IN_AGAIN', 'RATE_LIMITED'],
})
export const listOwnSessions = endpoint({
  name: 'listOwnSessions',
  host: 'main',
  method: 'GET',
  path: '/user/sessions',
  caller: 'signed-in',
  summary: "Lists the caller's sessions, the current one first, then by last use.",
  reply: { json: dataReply(z.array(OwnSession)) },
  errors: [],
})
export const endOwnSession = endpoint({
  name: 'endOwnSession',
  host: 'main',
  method: 'DELETE',
  path: '/user/sessions/:sessionId',
  caller: 'signed-in',
  summary: 'Ends one of the caller’s sessions with its tokens and open streams.',
  params: z.strictObject({ sessionId: SessionId }),
  reply: { json: Ended },
  errors: ['NOT_FOUND'],
  idempotency: 'key',
})
export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  host: 'main',
  method: 'DELETE',
  path: '/user/sessions',
  caller: 'signed-in',
  summary: 'Ends every session of the caller but this one.',
  reply: { json: Ended },
  errors: [],
  idempotency: 'key',
})
export const ownSecurityEndpoints = {
  beginPasskeySignIn,
  signInByPasskey,
  getOwnSecurity,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  changePassword,
  listOwnSessions,
  endOwnSession,
  endOtherSessions,
}
