import {
  type AccountId,
  type AnswerPart,
  type ChatId,
  type StreamPart,
  type TurnId,
  type UserId,
  foldPart,
  withoutEmpty,
} from '@atrium/contract'
import type { LogBatch, TurnLease } from '../../chats/index.ts'
import type { AnswerTrace } from './answer-trace.ts'

/** Why this process stops writing an answer before the model is done. */
export type AbortReason = 'stopped' | 'handed-over' | 'lease-lost' | 'too-long'

/**
 * Maximum length of a delta in UTF-16 units, so that even fully escaped an event stays far below the buffer limit of a slow
 * reader.
 */
const maxDeltaLength = 16_384

/** A reader of a running answer; `write` takes whole server-sent events and returns false when the reader is gone. */
export type Reader = { write(frames: string): boolean; end(): void }

const frameOf = (eventId: number, json: string) => `id: ${eventId}\ndata: ${json}\n\n`
export const lastFrame = 'data: [DONE]\n\n'

/**
 * An answer that this process is writing: its events in order, those appended to the log and visible, and those still to append.
 * Consecutive deltas before the next append become one event.
 */
export class RunningTurn {
  readonly lease: TurnLease
  readonly chatId: ChatId
  readonly userId: UserId
  /** A job writes it. */
  readonly isOfJob: boolean
  /** By `performance.now()`. */
  readonly startedMs = performance.now()
  /** Undefined unless it is recorded. */
  trace?: AnswerTrace
  readonly #controller = new AbortController()
  readonly #readers = new Set<Reader>()
  /** JSON of the appended events, from number `#firstEventId` on. */
  readonly #appended: string[] = []
  readonly #firstEventId: number
  #pending: string[] = []
  #delta: { type: 'text-delta' | 'reasoning-delta'; id: string; pieces: string[]; length: number } | null =
    null
  #parts: readonly AnswerPart[] = []
  #abortReason: AbortReason | null = null
  #isReleased = false

  /** `lastEventId` and `written` come from an earlier writer of this turn; numbering continues after it. */
  constructor(turn: {
    lease: TurnLease
    chatId: ChatId
    userId: UserId
    isOfJob?: boolean
    lastEventId?: number
    written?: AnswerPart[]
  }) {
    this.lease = turn.lease
    this.chatId = turn.chatId
    this.userId = turn.userId
    this.isOfJob = turn.isOfJob ?? false
    this.#firstEventId = (turn.lastEventId ?? 0) + 1
    this.#parts = turn.written ?? []
  }

  get turnId(): TurnId {
    return this.lease.turnId
  }
  get accountId(): AccountId {
    return this.lease.accountId
  }
  get signal(): AbortSignal {
    return this.#controller.signal
  }
  get abortReason(): AbortReason | null {
    return this.#abortReason
  }
  /** The parts written so far, appended or not. */
  get parts(): AnswerPart[] {
    this.#settleDelta()
    return withoutEmpty(this.#parts)
  }
  /** The readers of this answer in this process. */
  get readers(): readonly Reader[] {
    return [...this.#readers]
  }
  get hasPending(): boolean {
    return this.#pending.length > 0 || this.#delta !== null
  }

  abort(reason: AbortReason): void {
    if (this.#abortReason) return
    this.#abortReason = reason
    this.#controller.abort()
  }

  emit(part: StreamPart): void {
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
      for (const piece of split(part.delta, maxDeltaLength)) this.#addDelta(part.type, part.id, piece)
      return
    }
    this.#settleDelta()
    this.#write(part)
  }

  /** Returns the events to append next; they count as under way until `markAppended` or `putBack`. */
  takeBatch(): LogBatch {
    this.#settleDelta()
    const batch = {
      lease: this.lease,
      firstEventId: this.#firstEventId + this.#appended.length,
      events: this.#pending,
    }
    this.#pending = []
    return batch
  }

  putBack(batch: LogBatch): void {
    this.#pending = [...batch.events, ...this.#pending]
  }

  /** The batch is durable and may now be seen. */
  markAppended(batch: LogBatch): void {
    for (const event of batch.events) this.#appended.push(event)
    if (this.#readers.size === 0) return
    let frames = ''
    for (const [index, json] of batch.events.entries()) frames += frameOf(batch.firstEventId + index, json)
    for (const reader of this.#readers) if (!reader.write(frames)) this.#readers.delete(reader)
  }

  /** Attaches a reader after an event number, if this process has all later events; it then receives every later event. */
  attach(reader: Reader, after: number): boolean {
    if (this.#isReleased || after < this.#firstEventId - 1) return false
    const known = this.#appended.slice(after - this.#firstEventId + 1)
    if (known.length > 0) reader.write(known.map((json, index) => frameOf(after + 1 + index, json)).join(''))
    this.#readers.add(reader)
    return true
  }

  detach(reader: Reader): void {
    this.#readers.delete(reader)
  }

  /** Notifies every reader that the answer is over, or with `cut` only that this process has no more of it. */
  release({ cut = false } = {}): void {
    this.#isReleased = true
    this.trace?.end(cut)
    for (const reader of this.#readers) {
      if (!cut) reader.write(lastFrame)
      reader.end()
    }
    this.#readers.clear()
  }

  #addDelta(type: 'text-delta' | 'reasoning-delta', id: string, piece: string): void {
    if (this.#delta?.id !== id || this.#delta.length + piece.length > maxDeltaLength) {
      this.#settleDelta()
      this.#delta = { type, id, pieces: [], length: 0 }
    }
    this.#delta.pieces.push(piece)
    this.#delta.length += piece.length
  }

  #settleDelta(): void {
    if (!this.#delta) return
    const { type, id, pieces } = this.#delta
    this.#delta = null
    this.#write({ type, id, delta: pieces.length === 1 ? (pieces[0] ?? '') : pieces.join('') })
  }

  #write(part: StreamPart): void {
    this.#pending.push(JSON.stringify(part))
    this.#parts = foldPart(this.#parts, part)
  }
}

/** Splits the text into pieces of at most `maxLength` UTF-16 code units, never within a character. */
function* split(text: string, maxLength: number): Generator<string> {
  let start = 0
  while (text.length - start > maxLength) {
    let end = start + maxLength
    if (isLowSurrogate(text.charCodeAt(end))) end -= 1
    yield text.slice(start, end)
    start = end
  }
  yield text.slice(start)
}

const isLowSurrogate = (codeUnit: number): boolean => codeUnit >= 0xdc00 && codeUnit <= 0xdfff
