import { performance } from 'node:perf_hooks'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, type MetricObject, Registry } from 'prom-client'
import type { Database } from './database/index.ts'

/** The registry of metrics, which `/metrics` prints. Names begin with `atrium_`. */
export type Metrics = Registry

/** In milliseconds. Percentiles of the lag would need a timer that fires all the time, also when nothing happens; they are removed. */
const noSampling = 2 ** 31 - 1
const sampled = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99']

/** Creates a registry with the metrics of Node and the database pool. One per process, so that tests don't share a global one. */
export function createMetrics({ database }: { database: Database }): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'atrium_', eventLoopMonitoringPrecision: noSampling })
  for (const name of sampled) registry.removeSingleMetric(`atrium_nodejs_eventloop_lag_${name}_seconds`)
  let before = performance.eventLoopUtilization()
  const utilization = new Gauge({
    name: 'atrium_nodejs_eventloop_utilization_ratio',
    help: 'Share of the time since the last collection that the event loop was busy',
    registers: [registry],
    collect() {
      const now = performance.eventLoopUtilization()
      utilization.set(performance.eventLoopUtilization(now, before).utilization)
      before = now
    },
  })
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

/** The metrics of one process, as `getMetricsAsJSON` returns them. */
export type ProcessMetrics = { process: string; metrics: object[] }

/** The metrics of several processes in one text; each value has the name of its process as the label `process`. */
export async function metricsTogether(processes: readonly ProcessMetrics[]): Promise<string> {
  const labelled = processes.map(({ process, metrics }) =>
    (metrics as MetricWithValues[]).map((metric) => ({
      ...metric,
      // Values of different processes have different labels, so nothing is added up.
      aggregator: 'sum',
      values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, process } })),
    })),
  )
  return await AggregatorRegistry.aggregate(labelled).metrics()
}

type MetricWithValues = MetricObject & { values: { labels: Record<string, string | number> }[] }
