import type { AppConfig } from '@atrium/contract'
import { createStore } from '../store.ts'
import { basesFrom, type HostBases, sameOriginBases } from './api-address.ts'
import { fields, oneOf, type Parse, text } from '../text/parse.ts'
import { storedBases } from '../stored.ts'

const timeoutMs = 3000
/** The server's configuration changes while the product runs, so it is read again at this interval (LIFE-01). */
const pollMs = 600_000
/** Smaller differences are the precision of the Date header and the time of the request. */
const clockPrecisionMs = 5000

const list: Parse<unknown[]> = (value) => (Array.isArray(value) ? value : null)
/** The fields that this app needs; further fields of a newer server are ignored. */
const needed = fields({
  mainApiUrl: text,
  streamApiUrl: text,
  signIn: fields({ byPassword: oneOf(true, false), providers: list }),
})

/** The last configuration that loaded; null until the first one. */
export const currentAppConfig = createStore<AppConfig | null>(null)

let clockOffsetMs = 0
/** The time by the server's clock, in milliseconds; this machine's clock may be wrong by hours. */
export const serverNowMs = (): number => Date.now() + clockOffsetMs

/** Loads `/app-config.json`, bypassing every cache. Throws if it is missing or invalid. */
async function loadAppConfig(): Promise<AppConfig> {
  const reply = await fetch(`/app-config.json?${Date.now()}`, { signal: AbortSignal.timeout(timeoutMs) })
  const config: unknown = reply.ok ? await reply.json() : null
  if (!needed(config)) throw new Error('Failed to load app configuration')
  const offset = Date.parse(reply.headers.get('date') ?? '') - Date.now()
  clockOffsetMs = Math.abs(offset) > clockPrecisionMs ? offset : 0
  return config as AppConfig
}

const complain = (error: unknown): null => {
  console.warn('Failed to load app configuration', error)
  return null
}

let loading: Promise<AppConfig | null> | null = null

/** The running product's configuration, loaded once per page; null if that failed. */
export const appConfig = (): Promise<AppConfig | null> =>
  (loading ??= loadAppConfig().then(remember, complain))

/** Loads the configuration again; after a failure the last one stays in force. */
export const reloadAppConfig = (): Promise<AppConfig | null> => loadAppConfig().then(remember, complain)

/** Keeps the configuration current: reloads it every 10 minutes and when the tab becomes visible. */
export function pollAppConfig(): void {
  setInterval(() => void reloadAppConfig(), pollMs)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void reloadAppConfig()
  })
}

function remember(config: AppConfig): AppConfig {
  const { main, stream } = basesFrom(config)
  storedBases.write({ main, stream })
  currentAppConfig.set(config)
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
