import { z } from 'zod'
import { dataReply, endpoint } from '../endpoint.ts'
import { AccountId } from '../ids.ts'
import { ProviderProblem } from '../models/providers.ts'
import { mailProblems } from './setup.ts'

/** From good to bad. */
export const healthStates = ['fine', 'warning', 'trouble'] as const
export const HealthState = z.enum(healthStates)
export type HealthState = z.infer<typeof HealthState>

/** Problems of a part of the installation, and their severity. Clients put them into words, with what to do next. */
export const healthIssues = {
  /** The check itself ended with an error, or didn't end in time. */
  CHECK_FAILED: 'trouble',
  CHECK_TIMED_OUT: 'trouble',
  DATABASE_UNREACHABLE: 'trouble',
  DATABASE_READ_ONLY: 'trouble',
  DATABASE_DISK_FULL: 'trouble',
  DATABASE_TOO_MANY_CONNECTIONS: 'trouble',
  DATABASE_BUSY: 'trouble',
  DATABASE_STOPPING: 'trouble',
  DATABASE_CONNECTIONS_HIGH: 'warning',
  DISK_LOW: 'warning',
  DISK_CRITICAL: 'trouble',
  DISK_FULL: 'trouble',
  STORAGE_UNAVAILABLE: 'trouble',
  QUEUE_BEHIND: 'warning',
  QUEUE_STUCK: 'trouble',
  JOBS_FAILED: 'warning',
  NO_PROVIDER_UP: 'trouble',
  PROVIDER_DOWN: 'warning',
  PROVIDER_KEY_REFUSED: 'warning',
  PROVIDER_RATE_LIMITED: 'warning',
  ONLY_SANDBOX: 'warning',
  MAIL_NOT_CONFIGURED: 'trouble',
  MAIL_FAILING: 'trouble',
  MAIL_WAITING: 'warning',
  MAIL_SANDBOX: 'warning',
  SEARCH_BEHIND: 'warning',
  EMBEDDINGS_DOWN: 'warning',
  NO_WORKER: 'trouble',
  PROCESS_SILENT: 'warning',
  VERSIONS_DIFFER: 'warning',
  ANSWERS_FAILING: 'warning',
  ANSWERS_MOSTLY_FAILING: 'trouble',
  ANSWERS_ABANDONED: 'warning',
  BACKUP_NEVER: 'warning',
  BACKUP_OLD: 'warning',
  PAYMENTS_SANDBOX: 'warning',
  PAYMENTS_TEST_KEY: 'warning',
  PAYMENT_EVENTS_WAITING: 'warning',
  PAYMENT_ORDERS_OPEN: 'warning',
  RENEWALS_FAILED: 'warning',
  DISPUTES_OPEN: 'warning',
  QUERY_RUNS_LONG: 'warning',
} as const satisfies Record<string, HealthState>
export type HealthIssue = keyof typeof healthIssues
export const HealthIssue = z.enum(Object.keys(healthIssues) as [HealthIssue, ...HealthIssue[]])

/** A part of the installation. `facts` is null when they couldn't be read in time. */
const part = <Facts extends z.ZodType>(facts: Facts) =>
  z.strictObject({ state: HealthState, issues: z.array(HealthIssue), facts: facts.nullable() })

const Count = z.int().min(0)
const Moment = z.iso.datetime()

const DatabaseFacts = z.strictObject({
  isReadOnly: z.boolean(),
  connectionsUsed: Count,
  connectionsMax: Count,
  sizeBytes: Count,
  version: z.string(),
})

/** The facts of a disk; one entry for folders on the same disk. */
const DiskFacts = z.strictObject({
  holds: z.array(z.enum(['data', 'database', 'files'])),
  folder: z.string(),
  freeBytes: Count,
  totalBytes: Count,
  level: z.enum(['ok', 'low', 'critical', 'full']),
})
export type DiskFacts = z.infer<typeof DiskFacts>

const StorageFacts = z.strictObject({ kind: z.enum(['disk', 'bucket']), bucket: z.string().nullable() })

const QueueFacts = z.strictObject({
  name: z.string(),
  /** Due and not started. */
  waiting: Count,
  running: Count,
  /** How long the oldest due job has waited. */
  lagSeconds: z.number().min(0),
  /** In the last 24 hours, after every retry. */
  failed: Count,
})
export type QueueFacts = z.infer<typeof QueueFacts>

const ProviderFacts = z.strictObject({
  name: z.string(),
  state: z.enum(['up', 'down', 'rate-limited']),
  /** The problem of the last check, even while the provider counts as up. */
  problem: ProviderProblem.nullable(),
  sandbox: z.boolean(),
  /** Of a check or of a call, since this process started. */
  lastFailure: z.strictObject({ kind: ProviderProblem, at: Moment }).nullable(),
  checkedAt: Moment.nullable(),
  nextCheckAt: Moment.nullable(),
})
export type ProviderFacts = z.infer<typeof ProviderFacts>

const MailFacts = z.strictObject({
  source: z.enum(['environment', 'page', 'sandbox', 'none']),
  waiting: Count,
  oldestWaitingSeconds: z.number().min(0),
  lastSentAt: Moment.nullable(),
  lastFailure: z.strictObject({ kind: z.enum(mailProblems).nullable(), at: Moment }).nullable(),
})

const SearchFacts = z.strictObject({
  filesWaiting: Count,
  oldestWaitingSeconds: z.number().min(0),
  /** In the last 24 hours. */
  filesFailed: Count,
  /** Status of the embedding model, for similarity search beside keywords. */
  embeddings: z.enum(['none', 'up', 'down']),
})

const ProcessFacts = z.strictObject({
  host: z.string(),
  roles: z.array(z.string()),
  version: z.string(),
  startedAt: Moment,
  seenAt: Moment,
  isSilent: z.boolean(),
  /** The process that answered this request. */
  isThis: z.boolean(),
})
export type ProcessFacts = z.infer<typeof ProcessFacts>

const Ended = z.strictObject({ answered: Count, stopped: Count, failed: Count, interrupted: Count })
const AnswerFacts = z.strictObject({ running: Count, lastHour: Ended, lastDay: Ended })

const BackupFacts = z.strictObject({
  /** By `npm run backup`; null when none is known. */
  lastAt: Moment.nullable(),
  sizeBytes: Count.nullable(),
  isEncrypted: z.boolean().nullable(),
  /** The database is not the built-in one, so its own tools may back it up. */
  isExternalDatabase: z.boolean(),
})

/** An order or subscription that somebody should look at. */
const PaymentCase = z.strictObject({
  kind: z.enum(['open-order', 'failed-renewal', 'dispute']),
  accountId: AccountId,
  account: z.string(),
  item: z.string(),
  since: Moment,
})
export type PaymentCase = z.infer<typeof PaymentCase>

const PaymentFacts = z.strictObject({
  provider: z.enum(['off', 'sandbox', 'stripe']),
  /** The mode of Stripe's key; null when none is set. The key itself never leaves the server. */
  key: z.enum(['live', 'test']).nullable(),
  hasWebhookSecret: z.boolean(),
  lastReceivedAt: Moment.nullable(),
  lastProcessedAt: Moment.nullable(),
  /** Received and not processed. */
  eventsWaiting: Count,
  oldestWaitingSeconds: z.number().min(0),
  /** Open for more than an hour. */
  openOrders: Count,
  /** Subscriptions whose last renewal failed. */
  failedRenewals: Count,
  disputes: Count,
  /** The first ten, by urgency. */
  cases: z.array(PaymentCase),
})

const SlowQueryFacts = z.strictObject({
  /** Whether the role of the database may read the statements of other roles. */
  seesAll: z.boolean(),
  /** For more than a second; `isWaiting`: for a lock. Values are never part of a statement here. */
  running: z.array(
    z.strictObject({ statement: z.string(), seconds: z.number().min(0), isWaiting: z.boolean() }),
  ),
  /** By mean time, from 100 ms on; null without the extension pg_stat_statements. */
  slowest: z
    .array(
      z.strictObject({
        statement: z.string(),
        calls: z.number().min(0),
        meanMs: z.number().min(0),
        maxMs: z.number().min(0),
      }),
    )
    .nullable(),
})

export const healthParts = {
  database: part(DatabaseFacts),
  disks: part(z.array(DiskFacts)),
  storage: part(StorageFacts),
  providers: part(z.array(ProviderFacts)),
  answers: part(AnswerFacts),
  queues: part(z.array(QueueFacts)),
  mail: part(MailFacts),
  search: part(SearchFacts),
  processes: part(z.array(ProcessFacts)),
  backups: part(BackupFacts),
  payments: part(PaymentFacts),
  slowQueries: part(SlowQueryFacts),
}
export type HealthPartName = keyof typeof healthParts

/** The health of the installation, part by part: figures, codes and names of accounts with payments to look at, never a secret or an address that could contain one. */
export const HealthReport = z.strictObject({
  /** The worst of its parts. */
  state: HealthState,
  checkedAt: Moment,
  version: z.strictObject({ atrium: z.string(), node: z.string() }),
  parts: z.strictObject(healthParts),
})
export type HealthReport = z.infer<typeof HealthReport>

export const getHealthReport = endpoint({
  name: 'getHealthReport',
  host: 'main',
  method: 'GET',
  path: '/system/health',
  caller: 'system-admin',
  summary:
    'Returns the health of the installation: database, disks, queues, providers, mail, processes, answers, backups, payments, slow queries. Each check takes at most 3 seconds; a failed one hides no other.',
  reply: { json: dataReply(HealthReport) },
  errors: [],
})

export const systemHealthEndpoints = { getHealthReport }
