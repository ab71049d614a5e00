import type { FastifyInstance } from 'fastify'
import { definitionOf } from '@atrium/contract'
import type { Failure } from '../failure.ts'
import type { Span, Traces } from '../traces/index.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if the caller's trace isn't recorded, undefined without traces. */
    span?: Span | null
  }
}

/** Load balancers and Prometheus call these all the time. */
const untraced: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics'])

/** Records each request as a span, by its route's pattern: an address may contain a secret. */
export function traceRequests(app: FastifyInstance, traces: Traces): void {
  app.addHook('onRequest', async (request, reply) => {
    const { method, headers, routeOptions } = request
    const route = routeOptions.url
    if (untraced.has(route)) return
    const name = route === undefined ? method : `${method} ${route}`
    const span = traces.begin(name, 'server', { traceparent: headers.traceparent })
    request.span = span
    // Also after a client has gone, when Fastify calls no hook.
    reply.raw.once('close', () => {
      span?.set({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': reply.raw.headersSent ? reply.raw.statusCode : null,
        'atrium.request.id': request.id,
      })
      span?.end()
    })
  })
}

/** Notes why a request was refused or failed. A refusal is no error of the server. */
export function traceFailure(span: Span, { code }: Failure): void {
  if (definitionOf(code).incident) span.fail(code)
  else span.set({ 'error.type': code })
}
