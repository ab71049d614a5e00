import type { AnswerPart, ChatId, StreamPart, TurnId } from '@atrium/contract'
import { foldEvent, nothingFolded } from './answer-fold.ts'
import { followAnswer } from './follow-answer.ts'
import type { Outbox } from './outbox.ts'
import type { AnswerTransport, AskContext, AskedHere, Refusal, RunningAnswer } from './running-answer.ts'

export type RunningAnswersPorts = {
  transport: AnswerTransport
  outbox: Outbox
  /** Emits `wake` when retrying at once makes sense: online again, visible again. */
  wakeUps: EventTarget
  /** Coalesces calls of `work` to one per frame. */
  pace: (work: () => void) => () => void
  /** The server accepted the question: its chat exists now. */
  onAccepted?: (answer: RunningAnswer) => void
  /** The answer is complete; it is dropped here as soon as this returns. */
  onEnded: (answer: RunningAnswer) => void
  /**
   * Queues a question that the server refused because another question of its chat is being answered. Rejects when it could not be
   * queued: the question then stays refused.
   */
  onBehind?: (answer: RunningAnswer & { asked: AskedHere }) => Promise<void>
  /** The turn no longer exists: reload its chat. */
  onGone: (answer: RunningAnswer) => void
  silenceLimitMs?: number
  now?: () => number
}

/** Where to continue reading a turn that was started elsewhere, or before this page was loaded. */
export type Attachment = {
  turnId: TurnId
  chatId: ChatId
  context: AskContext
  parts: readonly AnswerPart[]
  lastEventId: number
}

/**
 * The running turns, independent of any screen: they continue while people navigate. Notifies subscribers at most once per frame
 * (`subscribe`); read values are stable until they change (for `useSyncExternalStore`).
 */
export type RunningAnswers = {
  ask(asked: AskedHere, context: AskContext): void
  attach(attachment: Attachment): void
  /** Stops an answer and keeps its text. Rejects when the server could not be reached. */
  stop(turnId: TurnId): Promise<void>
  /** Cancels a question that the server has not accepted, or has refused, and returns it. */
  withdraw(turnId: TurnId): AskedHere | null
  /** Sends what an earlier page of this person left unsent in this account. */
  resume(of: Pick<AskContext, 'userId' | 'accountId'>): void
  /** Closes every connection, as at sign-out. The answers continue on the server. */
  leaveAll(): void
  subscribe(listener: () => void): () => void
  answerOf(turnId: TurnId): RunningAnswer | null
  /** The running turns of a chat in order; changes when one is added, removed, accepted or refused, not with its text. */
  answersIn(chatId: ChatId): readonly RunningAnswer[]
}

const nothingRunning: readonly RunningAnswer[] = []

export function createRunningAnswers(ports: RunningAnswersPorts): RunningAnswers {
  const { transport, outbox, wakeUps, silenceLimitMs = 45_000, now = Date.now } = ports
  /** The current state; `shown` and `heads` are what subscribers saw last. */
  const running = new Map<TurnId, RunningAnswer>()
  const leaving = new Map<TurnId, AbortController>()
  let shown = new Map<TurnId, RunningAnswer>()
  let heads = new Map<ChatId, readonly RunningAnswer[]>()
  const listeners = new Set<() => void>()

  const show = () => {
    heads = headsOf(running, heads)
    shown = new Map(running)
    for (const listener of listeners) listener()
  }
  const showSoon = ports.pace(show)

  const change = (turnId: TurnId, changes: Partial<RunningAnswer>) => {
    const answer = running.get(turnId)
    if (answer === undefined) return
    running.set(turnId, { ...answer, ...changes })
    showSoon()
  }
  const forget = (turnId: TurnId) => {
    leaving.get(turnId)?.abort()
    leaving.delete(turnId)
    running.delete(turnId)
    show()
  }

  function take(turnId: TurnId, eventId: number, part: StreamPart) {
    const answer = running.get(turnId)
    if (answer === undefined) return
    const folded = foldEvent(answer, eventId, part)
    const hasWords = ['text-delta', 'reasoning-delta', 'file'].includes(part.type)
    running.set(turnId, { ...answer, ...folded, lastWordAtMs: hasWords ? now() : answer.lastWordAtMs })
    showSoon()
  }

  function accept(turnId: TurnId) {
    const answer = running.get(turnId)
    if (answer === undefined) return
    change(turnId, { accepted: true, connection: 'reading' })
    if (answer.accepted) return
    outbox.remove(turnId)
    ports.onAccepted?.({ ...answer, accepted: true })
    // Stop was clicked while the question was being sent.
    if (answer.stopping) sendStop({ ...answer, accepted: true }).catch(() => undefined)
  }

  async function sendStop({ turnId, context }: RunningAnswer) {
    try {
      await transport.stop(turnId, context)
    } catch (error) {
      change(turnId, { stopping: false })
      throw error
    }
  }

  function refuse(turnId: TurnId, refusal: Refusal) {
    const answer = running.get(turnId)
    if (answer === undefined) return
    const { asked } = answer
    if (refusal.code === 'ANSWER_RUNNING' && asked !== null && ports.onBehind)
      return void ports.onBehind({ ...answer, asked }).then(
        () => {
          outbox.remove(turnId)
          forget(turnId)
        },
        () => keepRefused(turnId, refusal),
      )
    keepRefused(turnId, refusal)
  }

  function keepRefused(turnId: TurnId, refusal: Refusal) {
    const answer = running.get(turnId)
    if (answer === undefined) return
    change(turnId, { connection: 'ended', refusal })
    if (answer.asked !== null && !answer.accepted)
      outbox.put({ asked: answer.asked, context: answer.context, refusal })
  }

  async function follow(answer: RunningAnswer) {
    const { turnId } = answer
    const leave = new AbortController()
    running.set(turnId, answer)
    leaving.set(turnId, leave)
    show()
    const followed = await followAnswer({
      transport,
      wakeUps,
      silenceLimitMs,
      signal: leave.signal,
      current: () => running.get(turnId) ?? answer,
      onAccepted: () => accept(turnId),
      onEvent: (eventId, part) => take(turnId, eventId, part),
      onBroken: () => change(turnId, { connection: 'reconnecting' }),
    })
    const last = running.get(turnId)
    if (followed.outcome === 'left' || last === undefined || leave.signal.aborted) return
    if (followed.outcome === 'refused') return refuse(turnId, followed.error.refusal)
    const ended: RunningAnswer = { ...last, connection: 'ended' }
    if (followed.outcome === 'whole') ports.onEnded(ended)
    else ports.onGone(ended)
    forget(turnId)
  }

  const begin = (asked: AskedHere, context: AskContext, refusal: Refusal | null) => {
    const { turnId, chatId } = asked.request
    if (running.has(turnId)) return
    const answer = started({ turnId, chatId, context, asked, refusal, lastWordAtMs: now() })
    if (refusal === null) return void follow(answer)
    running.set(turnId, answer)
    show()
  }

  return {
    ask: (asked, context) => {
      outbox.put({ asked, context, refusal: null })
      begin(asked, context, null)
    },
    attach: ({ turnId, chatId, context, parts, lastEventId }) => {
      if (running.has(turnId)) return
      const answer = started({ turnId, chatId, context, asked: null, refusal: null, lastWordAtMs: now() })
      void follow({ ...answer, parts, lastEventId, accepted: true })
    },
    stop: async (turnId) => {
      const answer = running.get(turnId)
      if (answer === undefined || answer.stopping) return
      change(turnId, { stopping: true })
      if (answer.accepted) await sendStop(answer)
    },
    withdraw: (turnId) => {
      const answer = running.get(turnId)
      if (answer === undefined || answer.accepted) return null
      outbox.remove(turnId)
      forget(turnId)
      return answer.asked
    },
    resume: ({ userId, accountId }) => {
      for (const { asked, context, refusal } of outbox.all()) {
        if (context.userId === userId && context.accountId === accountId) begin(asked, context, refusal)
      }
    },
    leaveAll: () => {
      for (const turnId of [...running.keys()]) forget(turnId)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    answerOf: (turnId) => shown.get(turnId) ?? null,
    answersIn: (chatId) => heads.get(chatId) ?? nothingRunning,
  }
}

const started = (
  known: Pick<RunningAnswer, 'turnId' | 'chatId' | 'context' | 'asked' | 'refusal' | 'lastWordAtMs'>,
): RunningAnswer => ({
  ...nothingFolded,
  ...known,
  accepted: false,
  stopping: false,
  connection: known.refusal === null ? 'asking' : 'ended',
})

/** The running turns by chat; a chat whose turns are the same in all but their words keeps its list. */
function headsOf(running: Map<TurnId, RunningAnswer>, before: Map<ChatId, readonly RunningAnswer[]>) {
  const byChat = Map.groupBy(running.values(), (answer) => answer.chatId)
  const heads = new Map<ChatId, readonly RunningAnswer[]>()
  for (const [chatId, answers] of byChat) {
    const previous = before.get(chatId)
    heads.set(chatId, previous !== undefined && sameHeads(previous, answers) ? previous : answers)
  }
  return heads
}

const sameHeads = (before: readonly RunningAnswer[], after: readonly RunningAnswer[]) =>
  before.length === after.length &&
  before.every((answer, index) => {
    const other = after[index]
    return (
      other !== undefined &&
      answer.turnId === other.turnId &&
      answer.accepted === other.accepted &&
      answer.refusal === other.refusal &&
      answer.start === other.start
    )
  })
