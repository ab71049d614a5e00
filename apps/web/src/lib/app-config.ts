import type { AppConfig } from '@atrium/contract'
import { basesFrom, type HostBases, sameOriginBases } from './api-address.ts'
import { storedBases } from './stored.ts'

const patienceMs = 3000

/** Loads `/app-config.json`, past every cache. */
async function loadAppConfig(): Promise<AppConfig> {
  const reply = await fetch(`/app-config.json?${Date.now()}`, { signal: AbortSignal.timeout(patienceMs) })
  if (!reply.ok) throw new Error('Failed to load app configuration')
  return await reply.json()
}

let loading: Promise<AppConfig | null> | null = null

/** The running product's configuration, loaded once a page; null when it could not be. */
export const appConfig = (): Promise<AppConfig | null> =>
  (loading ??= loadAppConfig().then(remember, (error: unknown) => {
    console.warn('Failed to load app configuration', error)
    return null
  }))

function remember(config: AppConfig): AppConfig {
  const { main, stream } = basesFrom(config)
  storedBases.write({ main, stream })
  return config
}

/** Where the API hosts are. A browser that was here before starts from what it knew and so waits for nothing. */
export async function apiBases(): Promise<HostBases> {
  const known = storedBases.read()
  if (known) {
    void appConfig()
    return { ...known, root: '' }
  }
  const config = await appConfig()
  return config ? basesFrom(config) : sameOriginBases
}
