import { setMaxListeners } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type MailInbox, type ModelProvider, startMailInbox, startModelProvider } from '@atrium/sandbox'
import { connect, type Database, type DatabaseAddress } from '@atrium/server/platform/database/index.ts'
import { findFreePort } from '@atrium/testkit/free-port.ts'
import { createLog } from '@atrium/server/platform/log.ts'
import { findPostgres } from '@atrium/server/platform/postgres/index.ts'
import { isRunning } from '@atrium/server/platform/postgres/server-process.ts'
import {
  type AtriumProcess,
  createTestDatabase,
  signUp,
  startAtriumProcess,
  type TestDatabase,
  type TestPerson,
} from '@atrium/testkit'
import { direct, type Director } from './director.ts'
import { type Door, startDoor } from './door.ts'
import { Witness } from './witness.ts'

/** The database: an external one that survives Atrium, or the built-in one of a data folder. */
export type DatabaseKind = 'given' | 'built-in'

export type CampaignWorldOptions = {
  /** The database server of the run, in which the world gets its own database. */
  databaseHost: string
  kind?: DatabaseKind
  environment?: Record<string, string>
}

/** A real Atrium in a separate process that can be killed, and its surroundings, which survive. */
export class CampaignWorld {
  readonly witness = new Witness()
  readonly wakeUps = new EventTarget()
  readonly folder: string
  readonly kind: DatabaseKind
  readonly #given: TestDatabase
  readonly #inbox: MailInbox
  readonly #model: ModelProvider
  readonly door: Door
  readonly director: Director
  readonly #port: number
  readonly #environment: Record<string, string>
  #builtIn: { database: Database; address: DatabaseAddress } | null = null
  #atrium: AtriumProcess | null = null

  static async start({
    databaseHost,
    kind = 'given',
    environment = {},
  }: CampaignWorldOptions): Promise<CampaignWorld> {
    const model = await startModelProvider({ pace: { firstTokenMs: 0, perSecond: Infinity } })
    const world = new CampaignWorld({
      kind,
      environment,
      model,
      given: await createTestDatabase(databaseHost),
      inbox: await startMailInbox(),
      door: await startDoor(model.url),
      port: await findFreePort(),
    })
    await world.startAtrium()
    return world
  }

  private constructor(parts: {
    kind: DatabaseKind
    environment: Record<string, string>
    given: TestDatabase
    inbox: MailInbox
    model: ModelProvider
    door: Door
    port: number
  }) {
    this.kind = parts.kind
    // Any number of browsers wait for the server at once.
    setMaxListeners(0, this.wakeUps, this.witness.leaving)
    this.folder = mkdtempSync(path.join(tmpdir(), 'atrium-campaign-'))
    this.#environment = parts.environment
    this.#given = parts.given
    this.#inbox = parts.inbox
    this.#model = parts.model
    this.door = parts.door
    this.director = direct(parts.model)
    this.#port = parts.port
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }
  get inbox(): MailInbox {
    return this.#inbox
  }
  get database(): Database {
    return this.#builtIn?.database ?? this.#given.database
  }
  get address(): DatabaseAddress {
    return this.#builtIn?.address ?? this.#given.address
  }

  signUp(name: string): Promise<TestPerson> {
    return signUp(this, { name })
  }

  /** Starts Atrium on its former data and returns the time until it was ready, in milliseconds. */
  async startAtrium(): Promise<{ readyMs: number }> {
    const startedMs = performance.now()
    this.#atrium = await this.startNode(this.#port, this.folder)
    const readyMs = performance.now() - startedMs
    if (this.kind === 'built-in' && !this.#builtIn) this.#builtIn = await this.#connectToBuiltIn()
    this.wakeUps.dispatchEvent(new Event('wake'))
    return { readyMs }
  }

  /** Another process of Atrium on the same database. */
  startNode(port: number, dataDir: string): Promise<AtriumProcess> {
    return startAtriumProcess({
      database: this.#given,
      dataDir,
      port,
      environment: {
        ...(this.kind === 'built-in' && { DATABASE_URL: '' }),
        SMTP_URL: `smtp://127.0.0.1:${this.#inbox.smtpPort}`,
        ATRIUM_SANDBOX: 'off',
        ATRIUM_MODELS_FILE: path.join(import.meta.dirname, 'models.yaml'),
        ATRIUM_PLANS_FILE: path.join(import.meta.dirname, 'plans.yaml'),
        CAMPAIGN_MODELS_URL: `${this.#model.url}/v1`,
        CAMPAIGN_DOOR_URL: `${this.door.url}/v1`,
        ...this.#environment,
      },
    })
  }

  /** Kills Atrium at this moment. */
  async kill(): Promise<void> {
    this.#atrium?.kill('SIGKILL')
    await this.#atrium?.ended
    this.#atrium = null
  }

  /** Whether the last started process is still running. */
  get isAlive(): boolean {
    return this.#atrium !== null && isRunning(this.#atrium.pid)
  }

  /** The process id of the built-in database server. */
  databasePid(): number {
    const note = path.join(this.folder, 'postgres', 'postmaster.pid')
    const elsewhere = path.join(this.folder, 'postgres-is-elsewhere.json')
    const moved = existsSync(elsewhere)
      ? (JSON.parse(readFileSync(elsewhere, 'utf8')) as { cluster: string }).cluster
      : null
    return Number(readFileSync(moved ? path.join(moved, 'postmaster.pid') : note, 'utf8').split('\n')[0])
  }

  async close(): Promise<void> {
    this.witness.leave()
    if (this.#atrium) {
      this.#atrium.kill('SIGTERM')
      await this.#atrium.ended
    }
    await this.#builtIn?.database.close()
    await Promise.all([this.door.close(), this.#model.close(), this.#inbox.close()])
    await this.#given.drop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  async #connectToBuiltIn() {
    const address = await findPostgres(this.folder)
    if (!address) throw new Error('The built-in database does not run.')
    return {
      address,
      database: connect(address, { log: createLog({ level: 'silent' }), maxConnections: 10 }),
    }
  }
}
