import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import type { AccessToken } from '@atrium/contract'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit/database.ts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { createTestClock, type TestClock } from '../platform/clock.ts'
import { type Binding, bindAll, type BindOptions } from '../platform/http/bind.ts'
import { readConfiguration } from '../platform/config/configuration.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { createLog } from '../platform/log.ts'
import { Secret } from '../platform/config/secret.ts'
import type { Mail } from '../platform/mail/mail.ts'
import { createIdentity, createPasswords, type Identity, type IdentityPorts } from './index.ts'

export const origin = 'http://atrium.test'
export const goodPassword = 'Teal-Kettle_47'

export type Answer = {
  status: number
  body: { code?: string; data?: AccessToken; [field: string]: unknown }
  setCookies: string[]
  headers: Record<string, unknown>
}
type Sent = {
  cookie?: string | undefined
  token?: string | undefined
  ip?: string
  headers?: Record<string, string>
  method?: 'GET' | 'PATCH' | 'DELETE'
  /** The browser that sends it; the world's own by default, one without cookies when null. */
  browser?: string | null
}

/** The cookie of a returning browser, under its names on http and https. */
export const newBrowser = (): string => {
  const value = randomBytes(32).toString('base64url')
  return `atrium.browser=${value}; __Secure-atrium.browser=${value}`
}

/** The identity of one server with a database of its own, tested over HTTP, with its mails and log. */
export class IdentityWorld {
  readonly database: TestDatabase
  readonly identity: Identity
  readonly app: FastifyInstance
  readonly clock: TestClock
  readonly mails: Mail[] = []
  readonly logLines: string[] = []
  /** The sign-ins reported to the admins of people's accounts. */
  readonly signIns: Parameters<IdentityPorts['auditSignIn']>[0][] = []
  readonly browser = newBrowser()

  private constructor(
    database: TestDatabase,
    ports: Partial<IdentityPorts>,
    more: (world: IdentityWorld) => Binding[],
    guards: Partial<BindOptions['guards']>,
    trustProxy: false | number,
  ) {
    this.database = database
    this.clock = createTestClock()
    const lines = new Writable({
      write: (chunk, _encoding, done) => (this.logLines.push(String(chunk)), done()),
    })
    const log = createLog({ level: 'trace' }, lines)
    this.identity = createIdentity({
      database: database.database,
      clock: this.clock,
      log,
      queueMail: async (_transaction, mail) => {
        this.mails.push(mail)
        return { outcome: 'queued' }
      },
      inboxUrl: () => null,
      signUpMode: () => 'open',
      isInvited: async () => false,
      invitedAddress: async () => null,
      isDisposable: (email) => email.endsWith('@throwaway.example'),
      auditSignIn: async (signIn) => void this.signIns.push(signIn),
      restoreAccounts: async () => undefined,
      passwords: createPasswords(256),
      ...ports,
      configuration: { ...configurationForTests(), ...ports.configuration },
    })
    const { app, isOwnOrigin } = createHttpServer({
      log,
      trustProxy,
      allowedOrigins: [],
      publicUrl: origin,
    })
    this.app = app
    bindAll(app, [...this.identity.bindings, ...more(this)], {
      bases: { main: '/api', stream: '/stream', root: '' },
      guards: {
        authenticate: this.identity.authenticate,
        membershipIn: async () => null,
        isSystemAdmin: async () => false,
        ...guards,
      },
      database: database.database,
      isOwnOrigin,
      downtimeEnd: () => null,
      checkReplies: true,
    })
  }

  static async open(
    databaseHost: string,
    {
      ports = {},
      more = () => [],
      guards = {},
      trustProxy = false,
    }: {
      ports?: Partial<IdentityPorts>
      more?: (world: IdentityWorld) => Binding[]
      guards?: Partial<BindOptions['guards']>
      trustProxy?: false | number
    } = {},
  ): Promise<IdentityWorld> {
    return new IdentityWorld(await createTestDatabase(databaseHost), ports, more, guards, trustProxy)
  }

  async close(): Promise<void> {
    await this.app.close()
    await this.database.drop()
  }

  async send(
    path: string,
    payload?: object,
    { cookie, token, ip = '203.0.113.7', headers = {}, method, browser = this.browser }: Sent = {},
  ): Promise<Answer> {
    const request: InjectOptions = {
      method: method ?? 'POST',
      url: path,
      remoteAddress: ip,
      headers: {
        origin,
        ...((cookie || browser) && { cookie: [cookie, browser].filter(Boolean).join('; ') }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(payload && { payload }),
    }
    const response = await this.app.inject(request)
    return {
      status: response.statusCode,
      body: response.json(),
      setCookies: [response.headers['set-cookie'] ?? []].flat(),
      headers: response.headers,
    }
  }

  auth = (verb: string, body?: object, sent?: Sent) => this.send(`/api/auth/${verb}`, body, sent)

  /** The outcomes of a person's sign-ins, oldest first. */
  readonly outcomesFor = (userId: string) =>
    this.signIns.filter((signIn) => signIn.userId === userId).map(({ outcome }) => outcome)

  /** The last code mailed to the address. */
  codeFor(email: string): string {
    const mail = this.mails.findLast((sent) => sent.recipient === email && /^\d{6}$/m.test(sent.textBody))
    return /^\d{6}$/m.exec(mail?.textBody ?? '')?.[0] ?? 'no code was sent'
  }

  signUp = (email: string, more: object = {}, sent?: Sent) =>
    this.auth(
      'sign-up',
      { email, password: goodPassword, firstName: 'Ada', lastName: 'Lovelace', ...more },
      sent,
    )

  signIn = (email: string, password = goodPassword, sent?: Sent) =>
    this.auth('sign-in', { email, password }, sent)

  /** A person who has signed up and confirmed the address; advances the clock by a minute, so that codes can be sent again. */
  async person(email: string): Promise<{ token: AccessToken; cookie: string }> {
    await this.signUp(email)
    const session = sessionOf(await this.auth('verify', { email, code: this.codeFor(email) }))
    this.clock.advance(61_000)
    return session
  }
}

/** Token and cookie of a reply that opened a session. */
export function sessionOf({ status, body, setCookies }: Answer): { token: AccessToken; cookie: string } {
  if (!body.data) throw new Error(`No session was opened: ${status} ${body.code}`)
  return { token: body.data, cookie: cookieOf(setCookies) }
}

/** The cookies that a browser returns for Set-Cookie headers. */
export const cookieOf = (setCookies: string[]) => setCookies.map((line) => line.split(';')[0]).join('; ')

export const configurationForTests = (): IdentityPorts['configuration'] => ({
  ...readConfiguration({}, { envFile: '/there/is/none' }),
  secret: new Secret('kQ3vR8mZ1xT6wY0bN5cJ9hL2fG7dS4pA'),
  publicUrl: origin,
})
