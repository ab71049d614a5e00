import type { AccountId, Notice, RoomId, SessionId, UserId } from '@atrium/contract'
import type { Database, DatabaseAddress, Transaction } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import type { PlatformPorts } from '../platform/noun-module.ts'
import { countReaders, type ReaderCount } from './count-readers.ts'
import type { Presence } from './presence.ts'
import { createNotices, type Notices } from './notices.ts'
import { type Audience, createOpenReaders, type OpenReaders } from './open-readers.ts'
import { listenForRevokedAccess, publishRevokedAccess, type RevokedAccess } from './share-revoked-access.ts'
import { sharePresence } from './share-presence.ts'
import { shareAnswers, type SharedAnswers } from './share-answers.ts'
import { shareEndedSessions } from './share-ended-sessions.ts'
import { type ReadersOfRoom, type RoomOf, shareNotices } from './share-notices.ts'
import { watchAccess } from './watch-access.ts'

/** Open connections of people: event streams and notices, on this node and across nodes. */
export type Live = Pick<ReaderCount, 'unread'> & {
  /** Notices to the browsers on this node. */
  notices: Notices
  /** The event streams that are open on this node. */
  readers: OpenReaders
  /** Who has shared chats open, on every node. */
  presence: Presence
  /** Readers and writers of answers in different processes. */
  answers: SharedAnswers
  /** Closes the streams of ended sessions on every node. */
  endSessions(sessionIds: readonly SessionId[]): void
  /** Publishes a notice to the browsers on every node. For rare changes. */
  publish(to: Audience, notice: Notice): void
  /** Publishes a notice to everybody who may use a room. */
  publishInRoom(room: RoomOf, notice: Notice): void
  /** Registers a listener for the notices that this node publishes: to a person, to a room, or to everybody in an account. */
  onPublished(listener: (to: PublishedTo, notice: Notice) => void): void
  /** Closes the streams on this node that a person may no longer read, and calls every listener of `onRevoked`. */
  onAccessRevoked(revoked: RevokedAccess): void
  /** Publishes the revocation to the other nodes when the transaction commits. */
  publishRevokedAccess(trx: Transaction, revoked: RevokedAccess): Promise<void>
  /** Registers a listener for revocations on any node. */
  onRevoked(listener: (revoked: RevokedAccess) => void): void
  stop(): Promise<void>
}

/** The dependencies that the app creates once and every noun may use. */
export type SharedPorts = PlatformPorts & { live: Live }

type PublishedTo = Audience & { roomId?: RoomId }

type Reader = { accountId: AccountId; userId: UserId }

type LivePorts = {
  address: DatabaseAddress
  database: Database
  log: Log
  nodeId: string
  /** Returns the ids of the other processes that run on the database. */
  otherNodes(): Promise<string[]>
  /** Returns those of these people who are not, or no longer, in that account. */
  outsidersAmong(readers: readonly Reader[]): Promise<Reader[]>
  /** Called with sessions that ended on another node, before their streams close here. */
  onSessionsEnded(sessionIds: readonly SessionId[]): void
  /** Returns those of these people who may use the room. */
  whoMayUse: ReadersOfRoom
}

/** Creates the registry of open streams and the notices between nodes. Runs until stopped. */
export async function createLive(ports: LivePorts): Promise<Live> {
  const { address, log, nodeId } = ports
  const notices = createNotices()
  const presence = await sharePresence(ports)
  const readers = createOpenReaders({ onCut: presence.forget, onOpen: () => watch.begin() })
  const listeners: ((revoked: RevokedAccess) => void)[] = []
  const publishListeners: Parameters<Live['onPublished']>[0][] = []
  const published = (to: PublishedTo, notice: Notice) => {
    for (const listener of publishListeners) listener(to, notice)
  }
  const onAccessRevoked = (revoked: RevokedAccess) => {
    // Sent before the stream ends, so that the browser learns of it without reconnecting.
    if (revoked.roomId) notices.publish(revoked, { type: 'rooms-changed' })
    if (revoked.chat) {
      const { accountId, chat } = revoked
      readers.cutChat({ accountId, ...chat })
      presence.endHere({ accountId, chatId: chat.chatId })
      notices.publish({ accountId }, { type: 'chat-changed', chatId: chat.chatId })
    } else readers.cutIn(revoked)
    for (const listener of listeners) listener(revoked)
  }
  const onGap = () => readers.cutAll()
  const access = await listenForRevokedAccess(address, { nodeId, onRevoked: onAccessRevoked, onGap, log })
  const shared = await shareNotices({ ...ports, notices, onGap })
  const counter = await countReaders({ ...ports, readers })
  const answers = await shareAnswers(ports)
  const sessions = await shareEndedSessions({
    ...ports,
    onEnded(sessionIds) {
      ports.onSessionsEnded(sessionIds)
      readers.cut(sessionIds)
    },
    onGap,
  })
  const watch = watchAccess({ ...ports, readers })
  return {
    notices,
    readers,
    presence,
    answers,
    unread: counter.unread,
    endSessions(sessionIds) {
      readers.cut(sessionIds)
      sessions.publish(sessionIds)
    },
    publish(to, notice) {
      shared.publish(to, notice)
      published(to, notice)
    },
    publishInRoom(room, notice) {
      shared.publishIn(room, notice)
      published(room, notice)
    },
    onPublished: (listener) => void publishListeners.push(listener),
    onAccessRevoked,
    publishRevokedAccess: (trx, revoked) => publishRevokedAccess(trx, nodeId, revoked),
    onRevoked: (listener) => void listeners.push(listener),
    async stop() {
      watch.stop()
      await access.stop()
      await shared.stop()
      await counter.stop()
      await answers.stop()
      await sessions.stop()
      await presence.stop()
    },
  }
}
