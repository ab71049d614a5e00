import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '../failure.ts'
import { type Metrics, metricsTogether, type ProcessMetrics } from '../metrics.ts'
import type { Secret } from '../config/secret.ts'

/**
 * Serves `/metrics` to Prometheus on this machine, or anywhere with the configured token; not found for anybody else. `all` collects the
 * metrics of every process that serves this port; undefined for the only one.
 */
export function serveMetrics(
  app: FastifyInstance,
  metrics: Metrics,
  token: Secret | undefined,
  all?: () => Promise<ProcessMetrics[]>,
): void {
  app.get('/metrics', async (request, reply) => {
    if (!isLocal(request) && !(token && hasToken(request, token))) fail('NOT_FOUND')
    const text = all ? await metricsTogether(await all()) : await metrics.metrics()
    return reply.header('content-type', metrics.contentType).send(text)
  })
}

function isLocal({ socket, headers }: FastifyRequest): boolean {
  const address = socket.remoteAddress ?? ''
  const isLoopback = address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1'
  return isLoopback && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined
}

function hasToken({ headers }: FastifyRequest, token: Secret): boolean {
  const [scheme, given = ''] = (headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && timingSafeEqual(hashOf(given), hashOf(token.reveal()))
}

const hashOf = (text: string) => createHash('sha256').update(text).digest()
