import { createHash, randomBytes } from 'node:crypto'

/** The random name of a link: 128 bits, 22 characters. */
export const newLinkToken = (): string => randomBytes(16).toString('base64url')

/** The stored hash of a link's name. A random name of 128 bits needs no salt. */
export const hashOfLinkToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/** The address of a link: a page that loads without the signed-in product. */
export const linkUrl = (siteUrl: string, token: string): string => `${siteUrl}/shared/${token}`
