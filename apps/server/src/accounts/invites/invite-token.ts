import { createHash, randomBytes } from 'node:crypto'

/** A random secret: 32 bytes, 43 characters. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The stored hash of a token. The token has as many random bits as the hash, so a plain hash suffices. */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** The page that shows what a token lets a person join. */
export const joinUrl = (siteUrl: string, token: string) => `${siteUrl}/public-invite/join/${token}`
