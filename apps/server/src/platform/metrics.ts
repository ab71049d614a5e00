import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Database } from './database/index.ts'

/** The registry of metrics, which `/metrics` prints. Names begin with `atrium_`. */
export type Metrics = Registry

/** Creates a registry with the metrics of Node and the database pool. One per process, so that tests don't share a global one. */
export function createMetrics({ database }: { database: Database }): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'atrium_' })
  const connections = new Gauge({
    name: 'atrium_database_connections',
    help: 'Connections to the database by what they do',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = database.pool
      connections.set({ state: 'busy' }, totalCount - idleCount)
      connections.set({ state: 'idle' }, idleCount)
      connections.set({ state: 'awaited' }, waitingCount)
    },
  })
  return registry
}
