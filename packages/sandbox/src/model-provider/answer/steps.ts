import type { Problem } from '../problem.ts'

/** Why an answer ended, in no vendor's words. */
export type FinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls'

/** The next step of a model. Texts are sent as one delta each. `finish`, `fail`, `stall`, `drop` and `vanish` are the last step. */
export type Step =
  | { text: string }
  | { reasoning: string }
  /** A call of a tool; an answer with one ends with 'tool-calls' unless told otherwise. */
  | { call: ToolCall }
  /** Continues when the promise settles, or ends when the client disconnects. */
  | { wait: Promise<unknown> }
  | { finish: FinishReason }
  /** An error event in the middle of the stream. */
  | { fail: Problem }
  /** One event with invalid JSON; the stream continues. */
  | { malformed: true }
  /** Sends nothing more and keeps the socket open until the client or the server closes it. */
  | { stall: true }
  /** Destroys the socket. */
  | { drop: true }
  /** Ends the reply in good order but without any finish event. */
  | { vanish: true }

/** A call of a tool; a text as input is sent as it is, so that it may be no JSON. */
export interface ToolCall {
  name: string
  input: object | string
}

export const inputText = ({ input }: ToolCall): string =>
  typeof input === 'string' ? input : JSON.stringify(input)

export type Steps = Iterable<Step> | AsyncIterable<Step>

/**
 * Abandons unused steps. They may wait for an event that never comes, so nothing awaits them; errors while closing them are reported to
 * the sandbox's operator.
 */
export function abandon(iterator: AsyncIterator<Step>): void {
  iterator
    .return?.()
    .catch((error: unknown) => console.error('An abandoned sandbox answer failed to close.', error))
}

/** A text or a reasoning step: what counts as a chunk. */
export type Chunk = Extract<Step, { text: string } | { reasoning: string }>

export function isChunk(step: Step): step is Chunk {
  return 'text' in step || 'reasoning' in step
}
