import type { ProviderId, UserId } from '@atrium/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log.ts'
import type { ConnectedProviders } from '../connected-providers.ts'
import type { ProviderKeys } from './provider-keys.ts'

/** What the verbs of system administrators are given. */
export interface ProviderPorts {
  database: Database
  providers: ConnectedProviders
  keys: ProviderKeys
  clock: Clock
  log: Log
  /** Where an Ollama is looked for. */
  ollamaUrl: string
  /** Tells every node, when the transaction commits. */
  tellChanged(trx: Transaction): Promise<void>
  /** Takes what is in the database now into use on this node. */
  reload(): Promise<void>
}

/** Who does something to which provider. */
export interface Deed {
  actorId: UserId
  providerId: ProviderId
}
