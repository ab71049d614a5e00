import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Traces } from './traces.ts'

export type { Span } from './span.ts'
export type { Traces } from './traces.ts'

/** Returns null, and loads nothing, unless a collector is configured. */
export async function startTraces({
  endpoint,
  ...options
}: {
  /** The base URL of a collector. */
  endpoint: string | undefined
  nodeId: string
  metrics: Metrics
  log: Log
}): Promise<Traces | null> {
  if (endpoint === undefined) return null
  const { createTraces } = await import('./create-traces.ts')
  return createTraces({ endpoint, ...options })
}
