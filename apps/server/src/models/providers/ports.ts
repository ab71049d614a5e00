import type { ProviderId, UserId } from '@atrium/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log.ts'
import type { ConnectedProviders } from './connected-providers.ts'
import type { ProviderKeys } from './provider-keys.ts'

/** The dependencies of administering providers. */
export interface ProviderPorts {
  database: Database
  providers: ConnectedProviders
  keys: ProviderKeys
  clock: Clock
  log: Log
  /** The address to check for an Ollama. */
  ollamaUrl: string
  /** Notifies every node when the transaction commits. */
  publishChange(trx: Transaction): Promise<void>
  /** Counts a speed test by an administrator; RATE_LIMITED above the daily limit. */
  countTiming(userId: UserId): Promise<void>
  /** Loads the database's providers into this node. */
  reload(): Promise<void>
}

/** A person's action on a provider. */
export interface Deed {
  actorId: UserId
  providerId: ProviderId
}
