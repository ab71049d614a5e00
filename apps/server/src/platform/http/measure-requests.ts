import type { Endpoint } from '@atrium/contract'
import type { FastifyInstance } from 'fastify'
import { Counter, Histogram } from 'prom-client'
import type { Metrics } from '../metrics.ts'

/**
 * Counts requests by route and status and measures their duration, in seconds. The route is its pattern, never the address, so
 * there are no more series than endpoints. Event streams are only counted: they last as long as their readers.
 */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  const requests = new Counter({
    name: 'atrium_http_requests_total',
    help: 'Requests that were answered',
    labelNames: ['method', 'route', 'status'],
    registers: [metrics],
  })
  const durations = new Histogram({
    name: 'atrium_http_request_duration_seconds',
    help: 'Time from a request to the end of its reply, without event streams',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [metrics],
  })
  app.addHook('onResponse', async (request, reply) => {
    const { url, config } = request.routeOptions
    const labels = { method: request.method, route: url ?? 'none', status: reply.statusCode }
    requests.inc(labels)
    const { endpoint } = (config ?? {}) as { endpoint?: Endpoint }
    if (!endpoint?.reply.events) durations.observe(labels, reply.elapsedTime / 1000)
  })
}
