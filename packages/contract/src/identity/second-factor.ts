import { z } from 'zod'
import { dataReply, endpoint } from '../endpoint.ts'
import { AccessToken, Code } from './identity.ts'
import { limits } from '../limits.ts'

/** The ticket of a sign-in that needs another step; valid for 10 minutes. */
const Ticket = z.string().regex(/^[\w-]{43}$/, 'This is not a sign-in that was begun here.')

/** A code of the authenticator, or a recovery code; ignores spaces and hyphens. */
const SecondFactorCode = z
  .string()
  .max(40)
  .transform((code) => code.replace(/[\s-]/g, '').toLowerCase())
  .pipe(
    z.string().regex(/^(\d{6}|[a-z2-7]{10})$/, 'A code has 6 digits, a recovery code 10 letters and digits.'),
  )

/**
 * Proof that the person is present: the password, or a second-factor code. Omitted by people with neither, who must have signed
 * in recently.
 */
export const Proof = z.union([
  z.strictObject({
    password: z
      .string()
      .min(1)
      .max(limits.passwordCharactersMost * 2),
  }),
  z.strictObject({ code: SecondFactorCode }),
])
export type Proof = z.infer<typeof Proof>
export const withProof = z.strictObject({ proof: Proof.optional() })

const RecoveryCodes = dataReply(z.strictObject({ recoveryCodes: z.array(z.string()) }))

export const answerSecondFactor = endpoint({
  name: 'answerSecondFactor',
  host: 'main',
  method: 'POST',
  path: '/auth/second-factor',
  caller: 'anyone',
  summary:
    'Completes a sign-in that requires the second factor (SECOND_FACTOR_NEEDED, `details.ticket`) with a code of the authenticator or a recovery code.',
  body: z.strictObject({ ticket: Ticket, code: SecondFactorCode }),
  reply: { json: dataReply(AccessToken) },
  errors: [
    'INVALID_INPUT',
    'SECOND_FACTOR_NOT_ACCEPTED',
    'SIGN_IN_EXPIRED',
    'USER_BEING_DELETED',
    'USER_SUSPENDED',
    'USER_DELETED',
    'RATE_LIMITED',
  ],
})
export const undoDeletion = endpoint({
  name: 'undoDeletion',
  host: 'main',
  method: 'POST',
  path: '/auth/undo-deletion',
  caller: 'anyone',
  summary:
    "Undoes a user's deletion, and completes the sign-in that offered it (USER_BEING_DELETED, `details.ticket`).",
  body: z.strictObject({ ticket: Ticket }),
  reply: { json: dataReply(AccessToken) },
  errors: ['INVALID_INPUT', 'SIGN_IN_EXPIRED'],
})
export const beginSecondFactor = endpoint({
  name: 'beginSecondFactor',
  host: 'main',
  method: 'POST',
  path: '/user/second-factor',
  caller: 'signed-in',
  summary:
    'Starts setting up an authenticator app: returns its secret, also as a URL for a QR code. Codes are not required until it is confirmed.',
  body: withProof,
  holdsSecret: true,
  reply: {
    json: dataReply(z.strictObject({ secret: z.string(), address: z.string() })),
  },
  errors: ['PROOF_NOT_ACCEPTED', 'SIGN_IN_AGAIN', 'RATE_LIMITED', 'CONFLICT'],
})
export const confirmSecondFactor = endpoint({
  name: 'confirmSecondFactor',
  host: 'main',
  method: 'POST',
  path: '/user/second-factor/confirm',
  caller: 'signed-in',
  summary: 'Turns the second factor on by a first code; returns the recovery codes, once.',
  body: z.strictObject({ code: Code }),
  holdsSecret: true,
  reply: { json: RecoveryCodes },
  errors: ['SECOND_FACTOR_NOT_ACCEPTED', 'RATE_LIMITED'],
})
export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  host: 'main',
  method: 'POST',
  path: '/user/second-factor/recovery-codes',
  caller: 'signed-in',
  summary: 'Replaces the recovery codes; returns them, once.',
  body: withProof,
  holdsSecret: true,
  reply: { json: RecoveryCodes },
  errors: ['PROOF_NOT_ACCEPTED', 'SIGN_IN_AGAIN', 'RATE_LIMITED', 'NOT_FOUND'],
})
export const endSecondFactor = endpoint({
  name: 'endSecondFactor',
  host: 'main',
  method: 'POST',
  path: '/user/second-factor/end',
  caller: 'signed-in',
  summary: 'Turns the second factor off, by the password or a code.',
  body: withProof,
  holdsSecret: true,
  reply: { json: dataReply(z.strictObject({ ended: z.literal(true) })) },
  errors: ['PROOF_NOT_ACCEPTED', 'SIGN_IN_AGAIN', 'RATE_LIMITED', 'NOT_FOUND'],
})
export const secondFactorEndpoints = {
  answerSecondFactor,
  undoDeletion,
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  endSecondFactor,
}
