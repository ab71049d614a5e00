import type { Span, SpanKind } from './span.ts'

/** Records what this process does as traces. */
export type Traces = {
  /** Starts a span of a new trace, or of the caller's if `traceparent` names one; null if the caller's isn't recorded. */
  begin(
    name: string,
    kind: SpanKind,
    options?: { traceparent?: string | string[] | undefined; startMs?: number },
  ): Span | null
  /** Sends the rest, within a short time. */
  stop(): Promise<void>
}
