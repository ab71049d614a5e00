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
  /** Steps that cut in once so many chunks have been said. */
  interruptions: { afterChunks: number; step: Step }[]
  /** In place of what the model would say. */
  output?: { kind: 'none' } | { kind: 'endless' } | { kind: 'long-line'; sizeBytes: number }
  /** What is wrong with the pictures of a painter. */
  picture?: 'not-a-picture' | 'bad-base64' | 'cut-short' | 'too-wide' | 'fewer'
  usage?: 'none' | 'negative' | 'huge'
  duplicateEnd?: true
  cutting?: Cutting
  /** Only the first time that this very question is asked; asking again goes well. */
  once?: true
}
