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
import type { LogBatch, TurnLease } from '../chats/index.ts'

/** Why an answer is ended before its model is done. */
export type AbortReason = 'stopped' | 'shutting-down' | 'lease-lost' | 'too-long'

/** A reader of a running answer: takes whole server-sent events; false when it is gone. */
export type Reader = { write(frames: string): boolean; end(): void }

const frameOf = (eventId: number, json: string) => `id: ${eventId}\ndata: ${json}\n\n`
export const lastFrame = 'data: [DONE]\n\n'

/**
 * An answer that this process is writing: its events in order, those that are appended to the log and may be seen, and
 * those still to be appended. Deltas that follow one another before the next append become one event.
 */
export class RunningTurn {
  readonly lease: TurnLease
  readonly chatId: ChatId
  readonly userId: UserId
  readonly #controller = new AbortController()
  readonly #readers = new Set<Reader>()
  /** JSON of the events that are appended, from number `#firstEventId` on. */
  readonly #appended: string[] = []
  readonly #firstEventId: number
  #pending: string[] = []
  #delta: { type: 'text-delta' | 'reasoning-delta'; id: string; pieces: string[] } | null = null
  #parts: readonly AnswerPart[] = []
  #abortReason: AbortReason | null = null
  #isReleased = false

  /** `lastEventId` and `written` are what an earlier writer of this turn appended; numbering goes on after it. */
  constructor(turn: {
    lease: TurnLease
    chatId: ChatId
    userId: UserId
    lastEventId?: number
    written?: AnswerPart[]
  }) {
    this.lease = turn.lease
    this.chatId = turn.chatId
    this.userId = turn.userId
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
      if (this.#delta?.id === part.id) {
        this.#delta.pieces.push(part.delta)
        return
      }
      this.#settleDelta()
      this.#delta = { type: part.type, id: part.id, pieces: [part.delta] }
      return
    }
    this.#settleDelta()
    this.#write(part)
  }

  /** What is to be appended next; it counts as on its way until `markAppended` or `putBack`. */
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

  /** The batch is durable: now it may be seen. */
  markAppended(batch: LogBatch): void {
    for (const event of batch.events) this.#appended.push(event)
    if (this.#readers.size === 0) return
    let frames = ''
    for (const [index, json] of batch.events.entries()) frames += frameOf(batch.firstEventId + index, json)
    for (const reader of this.#readers) if (!reader.write(frames)) this.#readers.delete(reader)
  }

  /** Lets a reader in after an event number, if this process has all that follows; it then hears every later event. */
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

  /** Tells every reader that the answer is over, or with `cut` only that this process has no more of it. */
  release({ cut = false } = {}): void {
    this.#isReleased = true
    for (const reader of this.#readers) {
      if (!cut) reader.write(lastFrame)
      reader.end()
    }
    this.#readers.clear()
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
