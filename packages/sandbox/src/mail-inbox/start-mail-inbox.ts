import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { MailStore } from './mail-store.ts'
import { contentSecurityPolicy, listPage, mailPage, missingPage } from './page.ts'
import type { ReceivedMail } from './received-mail.ts'
import { openSmtpDoor } from './smtp-door.ts'

/** A running SMTP server that delivers nothing, with a page that shows the received mails. */
export interface MailInbox {
  smtpPort: number
  /** The page, such as `http://127.0.0.1:41235`. */
  url: string
  /** The mails, newest first; those to one address when it is given. */
  messages(to?: string): ReceivedMail[]
  /** The newest mail, here already or to come, for which the predicate is true. */
  waitFor(predicate: (mail: ReceivedMail) => boolean): Promise<ReceivedMail>
  clear(): void
  close(): Promise<void>
}

/** Starts both on loopback; 0, the default, takes any free port. */
export async function startMailInbox({
  port = 0,
  smtpPort = 0,
}: { port?: number; smtpPort?: number } = {}): Promise<MailInbox> {
  const store = new MailStore()
  const door = await openSmtpDoor(smtpPort, (mail) => store.add(mail))
  const app = Fastify({ forceCloseConnections: true })
  refuseOtherHosts(app)
  bindPages(app, store)
  try {
    await app.listen({ port, host: '127.0.0.1' })
  } catch (error) {
    await door.close()
    throw error
  }
  const { port: pagePort } = app.server.address() as AddressInfo
  return {
    smtpPort: door.port,
    url: `http://127.0.0.1:${pagePort}`,
    messages: (to) => store.list(to),
    waitFor: (predicate) => store.waitFor(predicate),
    clear: () => store.clear(),
    close: async () => {
      await Promise.all([app.close(), door.close()])
    },
  }
}

const ownNames = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Refuses requests by any other name than this machine's own, from other machines, and those that a proxy passes on: mails hold
 * codes and links, and a page elsewhere may have its name point here (DNS rebinding).
 */
function refuseOtherHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers, socket }, reply) => {
    const name = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
    const isForwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host'].some((one) => one in headers)
    const isLocal = /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')
    if (ownNames.has(name) && isLocal && !isForwarded) return
    await reply
      .code(421)
      .type('text/plain; charset=utf-8')
      .send('This inbox can only be opened on the machine that runs Atrium, at its own address.')
  })
}

interface Filtered {
  Querystring: { to?: string | string[] }
}

function bindPages(app: FastifyInstance, store: MailStore): void {
  app.get<Filtered>('/', async ({ query }, reply) =>
    sendPage(reply, listPage(store.list(address(query)), address(query))),
  )
  app.get<Filtered & { Params: { id: string } }>('/mails/:id', async ({ params, query }, reply) => {
    const mail = store.find(params.id)
    if (mail === undefined) return sendPage(reply.code(404), missingPage())
    return sendPage(reply, mailPage(mail, address(query)), { showsHtml: mail.html !== '' })
  })
  app.get<Filtered>('/messages', async ({ query }) => store.list(address(query)))
}

function address({ to }: Filtered['Querystring']): string {
  return typeof to === 'string' ? to : ''
}

function sendPage(reply: FastifyReply, html: string, { showsHtml = false } = {}): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy({ showsHtml }),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .send(html)
}
