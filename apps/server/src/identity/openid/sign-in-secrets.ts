import { createHash, createHmac, randomBytes } from 'node:crypto'

/** What one sign-in is bound by: both are made from what only the browser that began it holds. */
export type SignInSecrets = { nonce: string; codeVerifier: string }

/** 32 random bytes as 43 characters: a state, or what a browser holds beside it. */
export const randomToken = () => randomBytes(32).toString('base64url')

/** What is kept of a state or of what a browser holds. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** The server keeps neither: whoever reads its tables cannot complete anybody's sign-in. */
export function secretsOf(browserToken: string, state: string): SignInSecrets {
  const derive = (purpose: string) =>
    createHmac('sha256', browserToken).update(`${purpose} ${state}`).digest('base64url')
  return { nonce: derive('nonce'), codeVerifier: derive('code verifier') }
}
