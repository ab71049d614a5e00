import type { AppConfig, Endpoint } from '@atrium/contract'

/** The base URL of each API host, without a trailing slash. */
export type HostBases = Record<Endpoint['host'], string>

export const sameOriginBases: HostBases = { main: '/api', stream: '/stream', root: '' }

export const basesFrom = (config: Pick<AppConfig, 'mainApiUrl' | 'streamApiUrl'>): HostBases => ({
  main: config.mainApiUrl.replace(/\/+$/, ''),
  stream: config.streamApiUrl.replace(/\/+$/, ''),
  root: '',
})

/** The URL of a call: the host's base, the path with its parameters, the query in the given order. */
export function addressOf(
  bases: HostBases,
  endpoint: Endpoint,
  input: { params?: unknown; query?: unknown },
): string {
  const params = (input.params ?? {}) as Record<string, string>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined) query.set(name, String(value))
  const search = query.size > 0 ? `?${query}` : ''
  return bases[endpoint.host] + path + search
}
