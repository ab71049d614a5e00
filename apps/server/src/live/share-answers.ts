import { TurnId } from '@atrium/contract'
import { z } from 'zod'
import { type Database, type DatabaseAddress, listenTo, notifyAll } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import { slices } from './slices.ts'

const channel = 'answers'
/** Answers per message: a notification has at most 8,000 bytes. */
const maxTurns = 100
/** How long an answer counts as followed after the last message of a follower. */
const followedMs = 15_000
const renewEveryMs = 5_000

const Message = z.strictObject({
  nodeId: z.string(),
  follow: z.array(TurnId).optional(),
  changed: z.array(TurnId).optional(),
  stop: z.array(TurnId).optional(),
})
type Kind = 'follow' | 'changed' | 'stop'

/** An answer that another process writes and a reader of this one follows. */
export type FollowedAnswer = {
  /** Resolves when more of the answer can be read than at the last call, or after this time. */
  changed(maxWaitMs: number): Promise<void>
  stop(): void
}

/** Readers and writers of answers in different processes. Nothing is sent for an answer that is read where it is written. */
export type SharedAnswers = {
  /** Follows an answer. Its writer replies with a change at once, so that nothing appended before it knew of the reader is missed. */
  follow(turnId: TurnId): FollowedAnswer
  /** Publishes to followers in other processes that more of these answers can be read, or that they have ended. */
  publishChanged(turnIds: readonly TurnId[]): void
  /** Asks the process that writes an answer to stop it now; call after the request is committed. */
  publishStop(turnId: TurnId): void
  /** Registers a listener for followers of other processes. */
  onFollowed(listener: (turnId: TurnId) => void): void
  /** Registers a listener for requests to stop from other processes. */
  onStop(listener: (turnId: TurnId) => void): void
}

/** Connects readers and writers by LISTEN and NOTIFY. A lost message delays a reader until it next reads the log. */
export async function shareAnswers({
  address,
  database,
  nodeId,
  log,
}: {
  address: DatabaseAddress
  database: Database
  nodeId: string
  log: Log
}): Promise<SharedAnswers & { stop(): Promise<void> }> {
  const followListeners: ((turnId: TurnId) => void)[] = []
  const stopListeners: ((turnId: TurnId) => void)[] = []
  /** Until when answers are followed in other processes, in milliseconds of `performance.now`. */
  const followedUntil = new Map<TurnId, number>()
  /** The readers in this process of answers that are written elsewhere. */
  const following = new Map<TurnId, Set<() => void>>()

  const outgoing = { follow: new Set<TurnId>(), changed: new Set<TurnId>(), stop: new Set<TurnId>() }
  let sending: Promise<void> | undefined
  const sendAll = async () => {
    // Changes in the same tick of the event loop are sent together.
    await Promise.resolve()
    for (let texts = take(); texts.length > 0; texts = take())
      await notifyAll(database, channel, texts).catch((error: unknown) =>
        log.warn(
          { event: 'answers.share_failed', err: error },
          'Could not notify the other processes of changed answers; their readers see them a second later',
        ),
      )
    sending = undefined
  }
  const take = (): string[] =>
    (Object.keys(outgoing) as Kind[]).flatMap((kind) => {
      const turnIds = [...outgoing[kind]]
      outgoing[kind].clear()
      return slices(turnIds, maxTurns).map((part) => JSON.stringify({ nodeId, [kind]: part }))
    })
  const send = (kind: Kind, turnId: TurnId) => {
    outgoing[kind].add(turnId)
    sending ??= sendAll()
  }

  const listener = await listenTo(address, channel, {
    log,
    onGap() {
      for (const readers of following.values()) for (const wake of readers) wake()
    },
    onMessage(text) {
      const { nodeId: senderId, follow = [], changed = [], stop = [] } = Message.parse(JSON.parse(text))
      if (senderId === nodeId) return
      if (follow.length > 0) keepRenewing()
      for (const turnId of follow) {
        followedUntil.set(turnId, performance.now() + followedMs)
        for (const listen of followListeners) listen(turnId)
      }
      for (const turnId of changed) for (const wake of following.get(turnId) ?? []) wake()
      for (const turnId of stop) for (const listen of stopListeners) listen(turnId)
    },
  })
  /** Set while anything is followed, here or elsewhere. */
  let renewal: NodeJS.Timeout | undefined
  const renew = () => {
    for (const turnId of following.keys()) send('follow', turnId)
    for (const [turnId, until] of followedUntil) if (until < performance.now()) followedUntil.delete(turnId)
    if (following.size > 0 || followedUntil.size > 0) return
    clearInterval(renewal)
    renewal = undefined
  }
  const keepRenewing = () => {
    renewal ??= setInterval(renew, renewEveryMs).unref()
  }

  return {
    follow(turnId) {
      let hasChanged = false
      let wakeUp = () => {}
      const wake = () => {
        hasChanged = true
        wakeUp()
      }
      const readers = following.get(turnId)
      if (readers) readers.add(wake)
      else following.set(turnId, new Set([wake]))
      send('follow', turnId)
      keepRenewing()
      return {
        async changed(maxWaitMs) {
          if (!hasChanged) {
            const { promise, resolve } = Promise.withResolvers<void>()
            const timer = setTimeout(resolve, maxWaitMs)
            wakeUp = resolve
            await promise
            clearTimeout(timer)
          }
          hasChanged = false
        },
        stop() {
          const left = following.get(turnId)
          left?.delete(wake)
          if (left?.size === 0) following.delete(turnId)
          wake()
        },
      }
    },
    publishChanged(turnIds) {
      if (followedUntil.size === 0) return
      for (const turnId of turnIds)
        if ((followedUntil.get(turnId) ?? 0) > performance.now()) send('changed', turnId)
    },
    publishStop: (turnId) => send('stop', turnId),
    onFollowed: (listen) => void followListeners.push(listen),
    onStop: (listen) => void stopListeners.push(listen),
    async stop() {
      clearInterval(renewal)
      await sending
      await listener.stop()
    },
  }
}
