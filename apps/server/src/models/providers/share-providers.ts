import type { Database, DatabaseAddress, Transaction } from '../../platform/database/index.ts'
import { listenTo, notify } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log.ts'
import type { AddedConnection, ConnectedProviders } from './connected-providers.ts'
import { connectionOf, rowOf } from './connection-of.ts'
import type { ProviderKeys } from './provider-keys.ts'
import { readProviders, type StoredProvider } from './stored-provider.ts'

const channel = 'model_providers'
const retryMs = 1_000

export interface SharedProviders {
  publishChange(trx: Transaction): Promise<void>
  reload(): Promise<void>
  stop(): Promise<void>
}

type ShareOptions = {
  database: Database
  address: DatabaseAddress
  providers: ConnectedProviders
  keys: ProviderKeys
  log: Log
}

/**
 * Keeps this node's providers in sync with the database: loads them now, after a change on any node, and after a gap in notices.
 * Rejects when the first load fails.
 */
export async function shareProviders(options: ShareOptions): Promise<SharedProviders> {
  const { address, log } = options
  let isStopped = false
  let retry: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()
  // One after another: an earlier load never overwrites a later one.
  const reload = () => {
    last = last.catch(() => undefined).then(() => load(options))
    return last
  }
  const reloadSometime = () => {
    clearTimeout(retry)
    reload().catch((error: unknown) => {
      log.warn({ event: 'provider.load_failed', err: error }, 'Could not load the added model providers')
      if (!isStopped) retry = setTimeout(reloadSometime, retryMs).unref()
    })
  }
  const listener = await listenTo(address, channel, { onMessage: reloadSometime, onGap: reloadSometime, log })
  await reload()
  return {
    publishChange: (trx) => notify(trx, channel, ''),
    reload,
    async stop() {
      isStopped = true
      clearTimeout(retry)
      await listener.stop()
      await last.catch(() => undefined)
    },
  }
}

async function load({ database, providers, keys, log }: ShareOptions): Promise<void> {
  const stored = await readProviders(database.kysely)
  await providers.useAdded(stored.flatMap((provider) => usable(provider, keys, log)))
}

function usable(provider: StoredProvider, keys: ProviderKeys, log: Log): AddedConnection[] {
  if (!provider.isEnabled) return []
  const key = keys.open(provider)
  if (key === null) {
    log.warn(
      { event: 'provider.key_unreadable', provider: provider.id },
      'Could not decrypt the key of a model provider: it was encrypted under another ATRIUM_SECRET; enter it again',
    )
    return []
  }
  const { id, revision, models } = provider
  return [
    { connection: connectionOf(provider, key), revision, rows: models.map((model) => rowOf(model, id)) },
  ]
}
