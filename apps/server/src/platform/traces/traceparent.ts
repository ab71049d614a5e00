import type { ParentSpan } from './span.ts'

const pattern = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/

/**
 * Reads the caller's span from the header `traceparent` (W3C Trace Context). `unsampled` when the caller's trace isn't recorded; null when the
 * header is missing or invalid.
 */
export function readTraceparent(header: string | string[] | undefined): ParentSpan | 'unsampled' | null {
  const [, version, traceId, spanId, flags, rest] = (typeof header === 'string' && pattern.exec(header)) || []
  if (traceId === undefined || spanId === undefined || version === 'ff') return null
  // Later versions may append fields.
  if (version === '00' && rest !== undefined) return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return Number.parseInt(flags ?? '', 16) % 2 === 1 ? { traceId, spanId } : 'unsampled'
}
