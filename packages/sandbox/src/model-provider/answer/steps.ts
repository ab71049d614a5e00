import type { Problem } from '../problem.ts'

/** Why an answer ended, in no vendor's words. */
export type FinishReason = 'stop' | 'length' | 'content-filter'

/**
 * What a model does next. Texts are sent as one delta each. After `finish`, `fail`, `stall`, `drop` and `vanish`
 * nothing more is said.
 */
export type Step =
  | { text: string }
  | { reasoning: string }
  /** Goes on when the promise settles, or ends when the client leaves. */
  | { wait: Promise<unknown> }
  | { finish: FinishReason }
  /** An error event in the middle of the stream. */
  | { fail: Problem }
  /** One event whose JSON cannot be parsed; the stream goes on. */
  | { malformed: true }
  /** Says nothing more and keeps the socket open until the client or the server closes it. */
  | { stall: true }
  /** Destroys the socket. */
  | { drop: true }
  /** Ends the reply in good order but without any finish event. */
  | { vanish: true }

export type Steps = Iterable<Step> | AsyncIterable<Step>

/** A text or a reasoning step: what counts as a chunk. */
export type Chunk = Extract<Step, { text: string } | { reasoning: string }>

export function isChunk(step: Step): step is Chunk {
  return 'text' in step || 'reasoning' in step
}
