import type { Database, DatabaseAddress, Transaction } from '../../platform/database/index.ts'
import { listenTo, notify } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log.ts'
import type { AddedConnection, ConnectedProviders } from '../connected-providers.ts'
import { connectionOf, rowOf } from './connection-of.ts'
import type { ProviderKeys } from './provider-keys.ts'
import { readProviders, type StoredProvider } from './stored-provider.ts'

const channel = 'model_providers'
const retryMs = 1_000

export interface SharedProviders {
  tellChanged(trx: Transaction): Promise<void>
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
 * Keeps this node's providers those of the database: loads them now, whenever any node changes one, and after a gap in which
 * changes could not be heard. Rejects when the first load fails.
 */
export async function shareProviders(options: ShareOptions): Promise<SharedProviders> {
  const { address, log } = options
  let isStopped = false
  let retry: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()
  // One after the other: an earlier reading never overwrites a later one.
  const reload = () => {
    last = last.catch(() => undefined).then(() => load(options))
    return last
  }
  const reloadSometime = () => {
    clearTimeout(retry)
    reload().catch((error: unknown) => {
      log.warn({ err: error }, 'the added providers of models could not be loaded')
      if (!isStopped) retry = setTimeout(reloadSometime, retryMs).unref()
    })
  }
  const listener = await listenTo(address, channel, { onMessage: reloadSometime, onGap: reloadSometime, log })
  await reload()
  return {
    tellChanged: (trx) => notify(trx, channel, ''),
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
      { provider: provider.id },
      'the key of this model provider was sealed with another ATRIUM_SECRET: give it again',
    )
    return []
  }
  const { id, revision, models } = provider
  return [
    { connection: connectionOf(provider, key), revision, rows: models.map((model) => rowOf(model, id)) },
  ]
}
