import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../failure.ts'
import { filePolicy, newNonce, offlinePolicy, pagePolicy, workerPolicy } from './headers.ts'

type SiteOptions = {
  /** Folder of the built web app. */
  folder: string
  /** Path prefixes of the APIs: unknown paths below them get an error reply, not a page. */
  apiPrefixes: readonly string[]
  /** Origins of API hosts elsewhere, which pages may connect to. */
  connectTo: string[]
  /** The origin of the feedback form, which pages may embed; null without one. */
  frameFrom?: string | null
  /** The name of the installation, for its installed app; null for the product's. */
  siteName?(): string | null
  /** Whether a chat link of this name can be opened; throws RATE_LIMITED for a network address that guesses. */
  isLinkOpen(token: string, address: string): Promise<boolean>
}

/** Serves the web app: its precompressed files, and its one page for every other path. */
export async function serveSite(
  app: FastifyInstance,
  { folder, apiPrefixes, connectTo, frameFrom = null, siteName = () => null, isLinkOpen }: SiteOptions,
): Promise<void> {
  const page = readPage(path.join(folder, 'index.html'))
  if (page) {
    const files = {
      index: false,
      preCompressed: true,
      setHeaders: (reply: FastifyReply, file: string) => {
        const isHashed = file.includes(`${path.sep}${hashedFolder}${path.sep}`)
        void reply.headers({
          'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
          'content-security-policy': filePolicy,
          ...headersOf[path.relative(folder, file)],
        })
      },
    } satisfies Partial<FastifyStaticOptions>
    await app.register(fastifyStatic, {
      ...files,
      root: folder,
      wildcard: false,
      globIgnore: [manifestName, `${hashedFolder}/**`],
    })
    const hashed = path.join(folder, hashedFolder)
    // One route for them all: a route for each of a thousand files takes half a second of a start, and the plugin's own for a folder
    // lists the folder with every request.
    if (existsSync(hashed))
      app.get<{ Params: { '*': string } }>(`/${hashedFolder}/*`, (request, reply) =>
        reply.sendFile(request.params['*'], hashed),
      )
  }

  const manifest = readPage(path.join(folder, manifestName))
  if (manifest) serveManifest(app, JSON.parse(manifest) as object, siteName)

  const linkPage = readPage(path.join(folder, 'link/link.html'))
  // The same page for every link, with no content in it: it says whether the link can be opened, to search engines too.
  app.get<{ Params: { token: string } }>('/shared/:token', async (request, reply) => {
    const isOpen = await isLinkOpen(request.params.token, request.ip)
    void reply
      .code(isOpen ? 200 : 404)
      .headers({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
    return await sendPage(request, reply, { page: linkPage, connectTo, frameFrom: null })
  })

  app.setNotFoundHandler(async (request, reply) => {
    const pathname = request.url.split('?')[0] ?? '/'
    const isData =
      apiPrefixes.some((prefix) => pathname.startsWith(`${prefix}/`)) || pathname.startsWith('/.')
    // A missing file is a 404; only addresses that a person may have typed or followed get the app.
    if (isData || /\.[a-z0-9]{2,5}$/i.test(pathname)) return fail('NOT_FOUND')
    // A share from another app before this browser has the service worker, which would handle it.
    if (request.method === 'POST' && pathname === '/share') return await reply.redirect('/share', 303)
    if (request.method !== 'GET' && request.method !== 'HEAD') return fail('METHOD_NOT_ALLOWED')
    return await sendPage(request, reply, { page, connectTo, frameFrom })
  })
}

/** The folder of files whose names have a hash of their content. */
const hashedFolder = 'assets'

const manifestName = 'manifest.webmanifest'

/** The web app's manifest, with the name of the installation, which may change at any time. */
function serveManifest(app: FastifyInstance, manifest: object, siteName: () => string | null): void {
  app.get(`/${manifestName}`, async (_request, reply) => {
    const name = siteName()
    void reply.headers({
      'content-type': 'application/manifest+json',
      'cache-control': 'public, no-cache',
      'content-security-policy': filePolicy,
    })
    return JSON.stringify(name === null ? manifest : { ...manifest, name, short_name: name })
  })
}

const readPage = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'utf8') : null)

/** Files with headers of their own. The service worker is checked with every visit, so that no update is missed. */
const headersOf: Record<string, Record<string, string>> = {
  'sw.js': { 'cache-control': 'public, no-cache', 'content-security-policy': workerPolicy },
  'offline.html': { 'cache-control': 'public, no-cache', 'content-security-policy': offlinePolicy },
}

type SentPage = { page: string | null; connectTo: string[]; frameFrom: string | null }

const compress = promisify(gzip)

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, connectTo, frameFrom }: SentPage,
) {
  if (!page) return fail('UNAVAILABLE')
  const nonce = newNonce()
  void reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': pagePolicy(nonce, { connectTo, frameFrom }),
  })
  const text = page.replaceAll('__NONCE__', nonce)
  if (!takesGzip(request)) return text
  void reply.header('content-encoding', 'gzip')
  return await compress(text)
}

const takesGzip = ({ headers }: FastifyRequest): boolean =>
  String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((taken) => /^\s*gzip\s*(;|$)/i.test(taken) && !/;\s*q=0(\.0*)?\s*$/.test(taken))
