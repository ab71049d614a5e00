import { atriumVersion } from '../config/version.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { createExporter } from './exporter.ts'
import { encoded, type EndedSpan, randomHex, Span } from './span.ts'
import { readTraceparent } from './traceparent.ts'
import type { Traces } from './traces.ts'

/** Records traces and sends them as OTLP over HTTP, in JSON (opentelemetry.io/docs/specs/otlp), to a collector's base URL. */
export function createTraces({
  endpoint,
  nodeId,
  metrics,
  log,
}: {
  endpoint: string
  nodeId: string
  metrics: Metrics
  log: Log
}): Traces {
  const resource = {
    attributes: encoded({
      'service.name': 'atrium',
      'service.version': atriumVersion,
      'service.instance.id': nodeId,
    }),
  }
  const scope = { name: 'atrium', version: atriumVersion }
  const exporter = createExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    bodyOf: (spans) => ({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] }),
    metrics,
    log,
  })
  const report = (span: EndedSpan) => exporter.add(span)
  return {
    begin(name, kind, { traceparent, startMs = performance.now() } = {}) {
      const parent = readTraceparent(traceparent) ?? { traceId: randomHex(16), spanId: null }
      if (parent === 'unsampled') return null
      return new Span(name, { kind, parent, startMs, offsetMs: Date.now() - performance.now(), report })
    },
    stop: () => exporter.stop(),
  }
}
