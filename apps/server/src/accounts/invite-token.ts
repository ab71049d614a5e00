import { createHash, randomBytes } from 'node:crypto'

/** A secret that nobody guesses: 32 random bytes, 43 characters. */
export const newToken = () => randomBytes(32).toString('base64url')

/** What is kept of a token. It has as many random bits as its hash, so that a plain hash hides it. */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** The page on which somebody sees what they would join. */
export const joinUrl = (siteUrl: string, token: string) => `${siteUrl}/public-invite/join/${token}`
