import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { fail } from '../failure.ts'
import { filePolicy, newNonce, pagePolicy } from './headers.ts'

type SiteOptions = {
  /** Folder of the built web app. */
  folder: string
  /** Path prefixes of the APIs: what is not found below them is answered as data, not as a page. */
  apiPrefixes: readonly string[]
  /** Origins of API hosts elsewhere, which pages may connect to. */
  connectTo: string[]
}

/** Serves the web app: its files with compression made at build time, and its one page for every other path. */
export async function serveSite(
  app: FastifyInstance,
  { folder, apiPrefixes, connectTo }: SiteOptions,
): Promise<void> {
  const pageFile = path.join(folder, 'index.html')
  const page = existsSync(pageFile) ? readFileSync(pageFile, 'utf8') : null
  if (page)
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders: (reply, file) => {
        const isHashed = file.includes(`${path.sep}assets${path.sep}`)
        void reply.headers({
          'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
          'content-security-policy': filePolicy,
        })
      },
    })

  app.setNotFoundHandler(async (request, reply) => {
    const pathname = request.url.split('?')[0] ?? '/'
    const isData =
      apiPrefixes.some((prefix) => pathname.startsWith(`${prefix}/`)) || pathname.startsWith('/.')
    // A missing file is missing; only what a person may have typed or followed is answered with the app.
    if (isData || /\.[a-z0-9]{2,5}$/i.test(pathname)) return fail('NOT_FOUND')
    if (request.method !== 'GET' && request.method !== 'HEAD') return fail('METHOD_NOT_ALLOWED')
    return sendPage(reply, page, connectTo)
  })
}

function sendPage(reply: FastifyReply, page: string | null, connectTo: string[]) {
  if (!page) return fail('UNAVAILABLE')
  const nonce = newNonce()
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': pagePolicy(nonce, connectTo),
    })
    .send(page.replaceAll('__NONCE__', nonce))
}
