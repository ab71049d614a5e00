import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHttpServer } from '../../../apps/server/src/platform/http/server.ts'
import { serveSite } from '../../../apps/server/src/platform/http/site.ts'
import { createLog } from '../../../apps/server/src/platform/log.ts'
import type { Product } from './product.ts'

/** A product's site from another folder of a built web app. */
export type SiteInFront = {
  url: string
  /** Serves another build from now on, as a deployment does. */
  deploy(folder: string): Promise<void>
  close(): Promise<void>
}

const ofApi = /^\/(?:api|stream)\/|^\/app-config\.json/

/** Serves the files of a build as the product does, and passes everything else on to the product. */
export async function startSiteInFront(product: Product, folder: string): Promise<SiteInFront> {
  let site = await siteOf(folder)
  const server = createServer((incoming, outgoing) => {
    if (ofApi.test(incoming.url ?? '')) passOn(product, incoming, outgoing)
    else site.routing(incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async deploy(next) {
      const before = site
      site = await siteOf(next)
      await before.close()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await site.close()
    },
  }
}

async function siteOf(folder: string) {
  const { app } = createHttpServer({
    log: createLog({ level: 'silent' }),
    trustProxy: false,
    allowedOrigins: [],
    publicUrl: null,
  })
  await serveSite(app, {
    folder,
    apiPrefixes: ['/api', '/stream'],
    connectTo: [],
    isLinkOpen: async () => false,
  })
  await app.ready()
  return app
}

function passOn({ url }: Product, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers } = incoming
  const passed = request(new URL(incoming.url ?? '/', url), { method, headers }, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(outgoing)
  })
  passed.on('error', () => outgoing.destroy())
  outgoing.on('close', () => passed.destroy())
  incoming.pipe(passed)
}
