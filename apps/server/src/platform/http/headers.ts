import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Headers of every reply; pages replace the policy by their own with a nonce. */
const always: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'permissions-policy': 'camera=(), geolocation=(), payment=(), microphone=(self)',
}

export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(always)
  })
}

const neverStored = 'private, no-store'
/** Request headers that replies depend on. */
const varyOn = 'Origin, Authorization, Workspace-Id, Room-Id'

/** The headers above, and those of `addCacheHeaders`, for a raw reply that bypasses the hooks. */
export const securityHeaders = { ...always, 'cache-control': neverStored, vary: varyOn }

/**
 * Prevents caching of every reply, except successful ones marked public: the site's files, logos, pictures and public keys, which
 * are the same for everybody.
 */
export function addCacheHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    const wanted = reply.getHeader('cache-control')
    const isPublic = typeof wanted === 'string' && /^public\b/i.test(wanted) && reply.statusCode < 400
    if (!isPublic) reply.headers({ 'cache-control': neverStored, vary: varyOn })
  })
}

export const newNonce = () => randomBytes(16).toString('base64')

/** The policy of the app's files. A worker has its own file's policy, and loads its parts from this site. */
export const filePolicy = "default-src 'none'; script-src 'self'; frame-ancestors 'none'"

/** The policy of the service worker, which fetches pages and files of this site for the browser, and shows notifications with its icon. */
export const workerPolicy = "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'"

/**
 * The policy of the page without a connection. A kept page can have no nonce: its style elements are allowed, its scripts
 * are files of this site. It connects to ask whether the server is back.
 */
export const offlinePolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * The page's policy: scripts and style elements only of this site and with the nonce, no remote image, connections
 * only to this site and the two API hosts, and frames only of the feedback form's host. Style attributes are allowed: layout and
 * highlighting set them.
 */
export const pagePolicy = (
  nonce: string,
  { connectTo, frameFrom }: { connectTo: readonly string[]; frameFrom: string | null },
) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self' data:",
    ["connect-src 'self'", ...connectTo].join(' '),
    ...(frameFrom === null ? [] : [`frame-src ${frameFrom}`]),
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
