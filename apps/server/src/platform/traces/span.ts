import { randomBytes } from 'node:crypto'

/** Numbers of the protocol. */
const kinds = { internal: 1, server: 2, client: 3, consumer: 5 } as const

/** What a span did: its own work, a request that it served, a call to another service, or a job that it took from a queue. */
export type SpanKind = keyof typeof kinds

/** Ids, numbers, codes and patterns. Never what people write, their names, addresses or keys. Missing values are left out. */
export type Attributes = Record<string, string | number | null | undefined>

/** A span as OTLP in JSON has it. */
export type EndedSpan = object

/** Identifies the caller's span, in this process or another. */
export type ParentSpan = { traceId: string; spanId: string | null }

/** One measured step of a trace. Reported when it ends. */
export class Span {
  readonly traceId: string
  readonly spanId = randomHex(8)
  readonly #parentId: string | null
  readonly #name: string
  readonly #kind: SpanKind
  readonly #startMs: number
  /** Difference of the wall clock from `performance.now()`; the same in a whole trace, so that its durations are exact. */
  readonly #offsetMs: number
  readonly #report: (span: EndedSpan) => void
  #attributes: Attributes = {}
  #errorCode: string | null = null
  #isEnded = false

  /** `startMs` is a time of `performance.now()`. */
  constructor(
    name: string,
    options: {
      kind: SpanKind
      parent: ParentSpan
      startMs: number
      offsetMs: number
      report: (span: EndedSpan) => void
    },
  ) {
    this.#name = name
    this.traceId = options.parent.traceId
    this.#parentId = options.parent.spanId
    this.#kind = options.kind
    this.#startMs = options.startMs
    this.#offsetMs = options.offsetMs
    this.#report = options.report
  }

  /** Starts a step of this one. */
  child(name: string, kind: SpanKind = 'internal', startMs = performance.now()): Span {
    return new Span(name, { kind, parent: this, startMs, offsetMs: this.#offsetMs, report: this.#report })
  }

  set(attributes: Attributes): void {
    this.#attributes = { ...this.#attributes, ...attributes }
  }

  /** Marks it as failed. */
  fail(errorCode: string): void {
    this.#errorCode = errorCode
    this.set({ 'error.type': errorCode })
  }

  /** Reports it, once. */
  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    const errorCode = this.#errorCode
    this.#report({
      traceId: this.traceId,
      spanId: this.spanId,
      ...(this.#parentId !== null && { parentSpanId: this.#parentId }),
      name: this.#name,
      kind: kinds[this.#kind],
      startTimeUnixNano: this.#nanoseconds(this.#startMs),
      endTimeUnixNano: this.#nanoseconds(performance.now()),
      attributes: encoded(this.#attributes),
      status: errorCode === null ? {} : { code: 2, message: errorCode },
    })
  }

  /** As a string: nanoseconds since 1970 exceed the precision of a number. */
  #nanoseconds(ms: number): string {
    return `${Math.round((ms + this.#offsetMs) * 1000)}000`
  }
}

/** Attributes in OTLP's JSON. */
export const encoded = (attributes: Attributes): object[] =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [{ key, value: encodedValue(value) }],
  )

const encodedValue = (value: string | number): object => {
  if (typeof value === 'string') return { stringValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex')
