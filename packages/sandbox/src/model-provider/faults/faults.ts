import type { Cutting } from '../answer/connection.ts'
import type { Step } from '../answer/steps.ts'

/** What shall go wrong with one answer. An empty object: nothing. */
export interface Faults {
  /** Refuse with this status before anything is said. */
  status?: number
  retryAfterSeconds?: number
  /** Answer with an HTML error page of this status, as a proxy in between would. */
  htmlStatus?: number
  firstTokenMs?: number
  perSecond?: number
  /** Steps inserted after this many chunks. */
  interruptions: { afterChunks: number; step: Step }[]
  /** Replaces the model's answer. */
  output?: { kind: 'none' } | { kind: 'endless' } | { kind: 'long-line'; sizeBytes: number }
  /** Faults of a painter's pictures. */
  picture?: 'not-a-picture' | 'bad-base64' | 'cut-short' | 'too-wide' | 'fewer'
  usage?: 'none' | 'negative' | 'huge'
  duplicateEnd?: true
  cutting?: Cutting
  /** Only the first time that this exact question is asked; a retry succeeds. */
  once?: true
}
