import { createHash, createHmac, randomBytes } from 'node:crypto'

/** The values that bind a sign-in to the browser that started it; both are derived from that browser's secret. */
export type SignInSecrets = { nonce: string; codeVerifier: string }

/** 32 random bytes as 43 characters: a state, or a browser's secret. */
export const randomToken = () => randomBytes(32).toString('base64url')

/** The stored hash of a state or a browser's secret. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** The server stores neither: reading its tables does not let anybody complete a sign-in. */
export function secretsOf(browserToken: string, state: string): SignInSecrets {
  const derive = (purpose: string) =>
    createHmac('sha256', browserToken).update(`${purpose} ${state}`).digest('base64url')
  return { nonce: derive('nonce'), codeVerifier: derive('code verifier') }
}
