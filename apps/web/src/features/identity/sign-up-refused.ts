import { ApiError } from '../../lib/api/api-error.ts'
import { storedInviteToken } from '../../lib/stored.ts'

/** Refused sign-ups have this marker, with any identity provider (AUTH-10). */
export const isSignUpRefused = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'SIGN_UP_REFUSED' || error.message.includes('PreSignUp'))

/** Returns the token of the invitation to return to; it admits people who could not sign up otherwise. */
export const inviteTokenIn = (returnTo: string | undefined): string | undefined =>
  returnTo === invitePath
    ? (storedInviteToken.read() ?? undefined)
    : /^\/public-invite\/join\/([\w-]{1,200})(?:[?#]|$)/.exec(returnTo ?? '')?.[1]

/** The page of the invitation that this tab opened. */
export const invitePath = '/public-invite/join'
