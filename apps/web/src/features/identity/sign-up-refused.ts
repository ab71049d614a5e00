import { ApiError } from '../../lib/api-error.ts'

/** Refusals of sign-up carry this marker, whoever the identity provider is (AUTH-10). */
export const isSignUpRefused = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'SIGN_UP_REFUSED' || error.message.includes('PreSignUp'))

/** The token of the invitation to which somebody wants to return; it lets in who could not sign up otherwise. */
export const inviteTokenIn = (returnTo: string | undefined): string | undefined =>
  /^\/public-invite\/join\/([\w-]{1,200})(?:[?#]|$)/.exec(returnTo ?? '')?.[1]
