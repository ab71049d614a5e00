import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  type AccountId,
  type AskQuestion,
  type ChatId,
  contract,
  mintId,
  type RoomId,
  type TurnId,
  type UserId,
} from '@atrium/contract'
import {
  type ModelProvider,
  type SearchService,
  startMailInbox,
  startModelProvider,
  startSearchService,
  startToolServer,
  type ToolServer,
} from '@atrium/sandbox'
import { type App, buildApp } from '@atrium/server/app.ts'
import { attemptLimits, type AttemptLimits, createPasswords } from '@atrium/server/identity/index.ts'
import { type Clock, systemClock } from '@atrium/server/platform/clock.ts'
import { readConfiguration } from '@atrium/server/platform/config/configuration.ts'
import { findFreePort } from './free-port.ts'
import type { Database, DatabaseAddress } from '@atrium/server/platform/database/index.ts'
import { createLog } from '@atrium/server/platform/log.ts'
import { smtpSender } from '@atrium/server/platform/mail/mail.ts'
import { Secret } from '@atrium/server/platform/config/secret.ts'
import { createDiskStorage, type Storage } from '@atrium/server/platform/storage/index.ts'
import { type ApiSettings, call, cookiesOf, send } from './api-client.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { testPlansFile } from './people.ts'

export type WorldOptions = {
  /** The run's database server: `inject('databaseHost')`. */
  databaseHost: string
  clock?: Clock
  /** File storage; by default the disk. */
  storage?: Storage
  /** How long a model may be silent, in milliseconds. */
  stallMs?: number
  /** How long an answer waits for the documents of its question, in milliseconds. */
  documentWaitMs?: number
  /** How often the app configuration file is checked for changes, in milliseconds. */
  fileIntervalMs?: number
  /** Reaches push services; by default only those at public addresses. */
  pushFetch?: NonNullable<Parameters<typeof buildApp>[0]['pushFetch']>
  logTo?: { write(line: string): void }
  environment?: Record<string, string>
  /** Variables that the models file names. */
  modelVariables?: Record<string, string>
}

export type World = {
  app: App
  url: string
  model: ModelProvider
  /** The search service of the web, and the pages that it serves. */
  search: SearchService
  /** The tool server of the models file: a service desk. */
  tools: ToolServer
  database: Database
  /** Where its database is, for another node beside it. */
  address: DatabaseAddress
  secret: Secret
  inbox: Awaited<ReturnType<typeof startMailInbox>>
  /**
   * A person who signed up by the product's own road, with the terms accepted; with an account unless told otherwise. With
   * `systemAdminEmail` as their address they are a system administrator.
   */
  signUp(options?: { name?: string; withAccount?: boolean; email?: string }): Promise<TestPerson>
  /** Stops the server as a deployment would, and starts another on the same data. */
  restart(): Promise<void>
  close(): Promise<void>
}

export type TestPerson = {
  userId: UserId
  email: string
  password: string
  cookie: string
  accountId: AccountId
  roomId: RoomId
  api: ApiSettings
  /** Asks in a new or an existing chat; returns the open event stream. */
  ask(
    question: string,
    more?: Partial<AskQuestion>,
  ): Promise<{ chatId: ChatId; turnId: TurnId; response: Response }>
}

/** Tests sign up many people from one address; the limits have their own tests. */
const anyNumberOfAttempts = Object.fromEntries(
  Object.keys(attemptLimits).map((kind) => [kind, { most: 1_000_000, perSeconds: 60 }]),
) as AttemptLimits

/** Hashing at the product's cost would take a tenth of the time of all tests. */
const quickPasswords = createPasswords(256)

/** The address of a world's system administrator, once a person signs up with it. */
export const systemAdminEmail = 'system-admin@example.com'

const secret = 'b0f1d7a29c3e4586a7d8e9f00112233445566778899aabbccddeeff001122334'

/** The whole server on its own database, with a scripted model and a real mail server, for tests and demos. */
export async function startWorld(options: WorldOptions): Promise<World> {
  const { databaseHost, clock = systemClock } = options
  const data: TestDatabase = await createTestDatabase(databaseHost)
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-world-'))
  const [model, inbox, search, tools] = [
    await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } }),
    await startMailInbox(),
    await startSearchService(),
    await startToolServer(),
  ]
  const modelsFile = path.join(import.meta.dirname, '../models.yaml')
  const configuration = readConfiguration(
    {
      ATRIUM_PORT: String(await findFreePort()),
      ATRIUM_SECRET: secret,
      ATRIUM_MODELS_FILE: modelsFile,
      ATRIUM_PLANS_FILE: testPlansFile,
      ATRIUM_DATA_DIR: folder,
      ATRIUM_APP_CONFIG_FILE: path.join(folder, 'app-config.json'),
      OLLAMA_URL: 'http://127.0.0.1:9',
      ATRIUM_ADMINS: systemAdminEmail,
      // Its models stay beside those of providers that a test adds.
      ATRIUM_SANDBOX: 'on',
      ...options.environment,
    },
    { envFile: path.join(folder, 'no.env') },
  )
  const log = createLog(
    { level: options.logTo ? 'trace' : 'error' },
    options.logTo ?? { write: (line) => void process.stderr.write(line) },
  )
  const start = () =>
    buildApp({
      configuration,
      address: data.address,
      storage:
        options.storage ??
        createDiskStorage({
          folder: path.join(folder, 'files'),
          secret: new Secret(secret),
          uploadUrl: `${configuration.mainApiUrl}/files/upload`,
          clock,
        }),
      log,
      clock,
      sendMail: smtpSender({
        url: new Secret(`smtp://127.0.0.1:${inbox.smtpPort}`),
        from: configuration.mailFrom,
      }),
      inboxUrl: inbox.url,
      environment: {
        TEST_MODELS_URL: `${model.url}/v1`,
        TEST_MODELS_KEY: 'test-key-of-the-model-provider',
        TEST_SEARCH_URL: search.url,
        TEST_TOOLS_URL: tools.url,
        ...options.modelVariables,
      },
      siteDir: path.join(folder, 'no-site'),
      checkReplies: true,
      attemptLimits: anyNumberOfAttempts,
      passwords: quickPasswords,
      ...(options.fileIntervalMs !== undefined && { fileIntervalMs: options.fileIntervalMs }),
      ...(options.pushFetch && { pushFetch: options.pushFetch }),
      ...(options.stallMs && { stallMs: options.stallMs }),
      ...(options.documentWaitMs !== undefined && { documentWaitMs: options.documentWaitMs }),
    })
  let app = await start()
  let { url } = await app.listen()
  const world: World = {
    get app() {
      return app
    },
    get url() {
      return url
    },
    model,
    search,
    tools,
    inbox,
    database: data.database,
    address: data.address,
    secret: new Secret(secret),
    signUp: (person) => signUp(world, person),
    async restart() {
      await app.close()
      app = await start()
      url = (await app.listen()).url
    },
    async close() {
      await app.close()
      await Promise.all([model.close(), inbox.close(), search.close(), tools.close()])
      await data.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return world
}

const codeOf = (text: string): string => /\b(\d{6})\b/.exec(text)?.[1] ?? ''

/** Signs up a person through the product's API at `url`. */
export async function signUp(
  world: Pick<World, 'url' | 'inbox'>,
  {
    name = 'Kim Example',
    withAccount = true,
    email = `${mintId('user').slice(-12)}@example.com`,
  }: { name?: string; withAccount?: boolean; email?: string } = {},
): Promise<TestPerson> {
  const password = 'Correct-Horse-7-Battery'
  const [firstName = 'Kim', lastName = 'Example'] = name.split(' ')
  const signedUp = await send(contract.signUp, world, { body: { email, password, firstName, lastName } })
  if (!signedUp.ok) throw new Error(`Signing up failed: ${signedUp.status} ${await signedUp.text()}`)
  const browser = cookiesOf(signedUp)
  const mail = await world.inbox.waitFor((received) => JSON.stringify(received.to).includes(email))
  const verified = await send(
    contract.verifyEmail,
    { url: world.url, cookie: browser },
    { body: { email, code: codeOf(mail.text ?? '') } },
  )
  // The first refresh replaces the cookie; those that follow at once do not.
  const opened = await refresh(world, `${browser}; ${cookiesOf(verified)}`)
  const cookie = `${browser}; ${opened.cookie}`
  await call('acceptTerms', { url: world.url, token: opened.token }, { body: { confirmedLegalAge: true } })
  const { token } = await refresh(world, cookie)
  const api: ApiSettings = {
    get url() {
      return world.url
    },
    token,
    cookie,
  }
  const { userId } = (await call('refreshToken', api, {})).data
  const person: TestPerson = {
    userId,
    email,
    password,
    cookie,
    api,
    accountId: '' as AccountId,
    roomId: '' as RoomId,
    ask: (question, more) => ask(person, question, more),
  }
  if (!withAccount) return person
  const created = await call('createAccount', api, { body: { name: `${firstName}'s team` } })
  person.accountId = created.data.teamId
  person.roomId = (await call('listRooms', api, { params: { accountId: person.accountId } })).data[0]
    ?.id as RoomId
  Object.assign(api, { accountId: person.accountId, roomId: person.roomId })
  return person
}

/** A new access token, with the cookie that replaces the sent one. */
async function refresh({ url }: Pick<World, 'url'>, cookie: string) {
  const response = await send(contract.refreshToken, { url, cookie })
  const { data } = contract.refreshToken.reply.json.parse(await response.json())
  return { token: data.accessToken, cookie: cookiesOf(response) || cookie }
}

async function ask(person: TestPerson, question: string, more: Partial<AskQuestion> = {}) {
  const asked = {
    chatId: mintId('chat'),
    turnId: mintId('turn'),
    parentTurnId: null,
    modelId: 'test-model',
    style: 'quick' as const,
    ask: { kind: 'question' as const, messageId: mintId('message'), text: question },
    ...more,
  }
  const response = await send(contract.askQuestion, person.api, { body: asked })
  return { chatId: asked.chatId, turnId: asked.turnId, response }
}
