import type { FastifyInstance } from 'fastify'
import { fail } from '../failure.ts'
import type { Metrics } from '../metrics.ts'

/**
 * Prometheus reads `/metrics` from the machine itself; for anybody who comes through a network or a proxy it does not exist,
 * because what it tells is nobody else's business.
 */
export function serveMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.get('/metrics', async (request, reply) => {
    const address = request.socket.remoteAddress ?? ''
    const isLocal = address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1'
    if (
      !isLocal ||
      request.headers['x-forwarded-for'] !== undefined ||
      request.headers.forwarded !== undefined
    )
      fail('NOT_FOUND')
    return reply.header('content-type', metrics.contentType).send(await metrics.metrics())
  })
}
