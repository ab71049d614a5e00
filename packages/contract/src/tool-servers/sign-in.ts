import { z } from 'zod'

/** Why a sign-in to a tool server did not come about; clients put it into words. */
export const signInProblems = [
  /** The server asks for no sign-in. */
  'NOT_OFFERED',
  /** The server now names another authorization server or asks for other scopes than the person has seen. */
  'CHANGED',
  /** Its description is wrong, incomplete or leads to an address that is not allowed. */
  'UNUSABLE',
  'NOT_REACHED',
  /** The authorization server has no dynamic client registration: give a client ID. */
  'CLIENT_REQUIRED',
  /** It refuses the given or stored client, or its registration. */
  'CLIENT_REFUSED',
  /** Unknown, used, too old, or started by somebody else or in another session. */
  'EXPIRED',
  /** The answer came from another authorization server. */
  'WRONG_ISSUER',
  /** The person refused, or the authorization server refused them. */
  'DENIED',
  /** The authorization server reports another error. */
  'REFUSED',
  /** It does not accept the code. */
  'CODE_REFUSED',
] as const
export const SignInProblem = z.enum(signInProblems)
export type SignInProblem = z.infer<typeof SignInProblem>

export const signInIssuerCharacters = 500
export const maxSignInScopes = 40
export const signInScopeCharacters = 200

export const SignInIssuer = z.string().min(1).max(signInIssuerCharacters)
/** Scope tokens (RFC 6749, 3.3). */
export const SignInScopes = z
  .array(
    z
      .string()
      .regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'This is no scope.')
      .max(signInScopeCharacters),
  )
  .max(maxSignInScopes)

/** The id or secret of a client: visible characters (RFC 6749, appendix A). */
export const ClientText = (most: number) =>
  z
    .string()
    .trim()
    .regex(/^[\x20-\x7e]+$/, 'This has visible characters only.')
    .max(most, `This can have at most ${most} characters.`)

/** A sign-in that a tool server asks for, before anybody agreed to it. */
export const SignInOffer = z.strictObject({
  /** The authorization server. */
  issuer: z.string(),
  /** The scopes to request; empty leaves them to the authorization server. */
  scopes: z.array(z.string()),
  /** Whether the authorization server offers dynamic client registration (RFC 7591); otherwise a client ID is needed. */
  registersClients: z.boolean(),
  /** The address to which it redirects people; to be registered with a client that is created by hand. */
  redirectUri: z.string(),
})
export type SignInOffer = z.infer<typeof SignInOffer>

/** A sign-in to a tool server for the whole account; its tokens and client are never shown. */
export const ToolServerSignIn = z.strictObject({
  issuer: z.string(),
  /** As granted. */
  scopes: z.array(z.string()),
  signedInAt: z.iso.datetime(),
  /** The name of the admin who signed in, 'Deleted user' once they are erased; null without a name. */
  signedInBy: z.string().nullable(),
})
export type ToolServerSignIn = z.infer<typeof ToolServerSignIn>
