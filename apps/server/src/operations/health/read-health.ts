import type { HealthPartName, HealthReport } from '@atrium/contract'
import { bounded, TimedOutError } from '../../platform/bounded.ts'
import type { Configuration } from '../../platform/config/configuration.ts'
import type { Database } from '../../platform/database/index.ts'
import type { DiskWatch } from '../../platform/data-folder/disk-space.ts'
import type { Log } from '../../platform/log.ts'
import type { NodeRegistry } from '../../platform/node-registry.ts'
import type { Storage } from '../../platform/storage/index.ts'
import { atriumVersion } from '../../platform/config/version.ts'
import type { Models, ProviderState } from '../../models/index.ts'
import type { SystemSettings } from '../system-settings.ts'
import { checkAnswers } from './check-answers.ts'
import { checkBackups } from './check-backups.ts'
import { checkDatabase } from './check-database.ts'
import { checkDisks } from './check-disks.ts'
import { checkMail } from './check-mail.ts'
import { checkPayments } from './check-payments.ts'
import { checkProcesses } from './check-processes.ts'
import { checkProviders } from './check-providers.ts'
import { checkQueues } from './check-queues.ts'
import { checkSearch } from './check-search.ts'
import { checkSlowQueries } from './check-slow-queries.ts'
import { checkStorage } from './check-storage.ts'
import { type Finding, type HealthParts, stateOf, worstOf } from './parts.ts'

export type HealthPorts = {
  database: Database
  nodes: NodeRegistry
  nodeId: string
  disk: DiskWatch
  storage: Storage
  models: Pick<Models, 'providerStates' | 'embeddingState'>
  unreadableProviders: () => Promise<ProviderState[]>
  settings: Pick<SystemSettings, 'mailSource'>
  configuration: Pick<Configuration, 's3Bucket' | 'databaseUrl' | 'stripeSecretKey' | 'stripeWebhookSecret'>
  payments: 'off' | 'stripe' | 'sandbox'
  log: Log
  /** How long one check may take, in milliseconds. */
  maxCheckMs?: number
}

/** Checks every part at the same time, each within its time limit: a check that fails or hangs counts as trouble and hides no other. */
export async function readHealth(ports: HealthPorts): Promise<HealthReport> {
  const { configuration, log, maxCheckMs = 3_000 } = ports
  const within = async <Name extends HealthPartName>(
    name: Name,
    check: () => Promise<Finding<Name>>,
  ): Promise<HealthParts[Name]> => {
    const finding = await bounded(check, maxCheckMs).catch((error: unknown): Finding<Name> => {
      log.warn({ event: 'health.check_failed', part: name, err: error }, 'A health check failed')
      return { facts: null, issues: [error instanceof TimedOutError ? 'CHECK_TIMED_OUT' : 'CHECK_FAILED'] }
    })
    return { state: stateOf(finding.issues), ...finding } as HealthParts[Name]
  }
  const [
    database,
    disks,
    storage,
    providers,
    answers,
    queues,
    mail,
    search,
    processes,
    backups,
    payments,
    slowQueries,
  ] = await Promise.all([
    within('database', () => checkDatabase(ports)),
    within('disks', () => checkDisks(ports)),
    within('storage', () => checkStorage({ ...ports, bucket: configuration.s3Bucket ?? null })),
    within('providers', () => checkProviders(ports)),
    within('answers', () => checkAnswers(ports)),
    within('queues', () => checkQueues(ports)),
    within('mail', () => checkMail(ports)),
    within('search', () => checkSearch(ports)),
    within('processes', () => checkProcesses(ports)),
    within('backups', () =>
      checkBackups({ ...ports, hasExternalDatabase: configuration.databaseUrl !== undefined }),
    ),
    within('payments', () => checkPayments(ports)),
    within('slowQueries', () => checkSlowQueries(ports)),
  ])
  const parts = {
    ...{ database, disks, storage, providers, answers, queues, mail, search, processes, backups },
    ...{ payments, slowQueries },
  }
  return {
    state: worstOf(Object.values(parts).map(({ state }) => state)),
    checkedAt: new Date().toISOString(),
    version: { atrium: atriumVersion, node: process.versions.node },
    parts,
  }
}
