import type { AppConfig } from '@atrium/contract'
import { basesFrom, type HostBases, sameOriginBases } from './api-address.ts'
import { fields, oneOf, type Parse, text } from '../text/parse.ts'
import { storedBases } from '../stored.ts'

const timeoutMs = 3000

const list: Parse<unknown[]> = (value) => (Array.isArray(value) ? value : null)
/** The fields that this app needs; further fields of a newer server are ignored. */
const needed = fields({
  mainApiUrl: text,
  streamApiUrl: text,
  signIn: fields({ byPassword: oneOf(true, false), providers: list }),
})

/** Loads `/app-config.json`, bypassing every cache. Throws if it is missing or invalid. */
async function loadAppConfig(): Promise<AppConfig> {
  const reply = await fetch(`/app-config.json?${Date.now()}`, { signal: AbortSignal.timeout(timeoutMs) })
  const config: unknown = reply.ok ? await reply.json() : null
  if (!needed(config)) throw new Error('Failed to load app configuration')
  return config as AppConfig
}

let loading: Promise<AppConfig | null> | null = null

/** The running product's configuration, loaded once per page; null if that failed. */
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

/** The API hosts. A returning browser starts with the stored ones, without waiting. */
export async function apiBases(): Promise<HostBases> {
  const known = storedBases.read()
  if (known) {
    void appConfig()
    return { ...known, root: '' }
  }
  const config = await appConfig()
  return config ? basesFrom(config) : sameOriginBases
}
