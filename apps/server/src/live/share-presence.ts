import type { PresentPerson } from '@atrium/contract'
import {
  type Database,
  type DatabaseAddress,
  inSystem,
  listenTo,
  notify,
} from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import { slices } from './slices.ts'
import { PresenceMessage } from './presence-messages.ts'
import { createPresence, type Presence } from './presence.ts'

const channel = 'presence'
/** A notification carries at most 8000 bytes. */
const maxBytesOfPeople = 6_000
const checkNodesMs = 10_000

type PresencePorts = {
  address: DatabaseAddress
  database: Database
  nodeId: string
  /** Returns the ids of the other processes that run on the database. */
  otherNodes(): Promise<string[]>
  log: Log
}

/** Creates the presence of people in shared chats, across nodes: sends messages only when something changes. */
export async function sharePresence(ports: PresencePorts): Promise<Presence & { stop(): Promise<void> }> {
  const { address, database, nodeId, log } = ports
  const outgoing: PresenceMessage[] = []
  let sending: Promise<void> | undefined
  /** Sent in the order of the events; a node that misses some asks again after its gap. */
  const sendAll = async () => {
    while (outgoing.length > 0) {
      const batch = outgoing.splice(0, 50).flatMap(inPieces)
      await inSystem(database, async (trx) => {
        for (const message of batch) await notify(trx, channel, JSON.stringify(message))
      }).catch((error: unknown) =>
        log.warn(
          { event: 'presence.share_failed', err: error },
          'Could not tell the other nodes who is present',
        ),
      )
    }
    sending = undefined
  }
  const send = (message: PresenceMessage) => {
    outgoing.push(message)
    sending ??= sendAll()
  }
  const { elsewhere, ...presence } = createPresence({ nodeId, send })
  const listener = await listenTo(address, channel, {
    log,
    onMessage: (text) => elsewhere.hear(PresenceMessage.parse(JSON.parse(text))),
    onGap: elsewhere.askAgain,
  })
  // People of a node that died; asks nothing while nobody of another node is present here.
  const forgetDeadNodes = async () => {
    const nodes = elsewhere.nodes()
    if (nodes.length === 0) return
    const living = new Set(await ports.otherNodes())
    for (const node of nodes) if (!living.has(node)) elsewhere.forgetNode(node)
  }
  const timer = setInterval(
    () =>
      void forgetDeadNodes().catch((error: unknown) =>
        log.warn({ event: 'presence.check_failed', err: error }, 'Could not look for dead nodes; retrying'),
      ),
    checkNodesMs,
  ).unref()
  return {
    ...presence,
    async stop() {
      clearInterval(timer)
      send({ type: 'stopped', nodeId })
      await sending
      await listener.stop()
    },
  }
}

/** Splits a list of people that is too long for one notification. */
function inPieces(message: PresenceMessage): PresenceMessage[] {
  if (message.type === 'gone') return slices(message.userIds, 100).map((userIds) => ({ ...message, userIds }))
  if (message.type !== 'here' || message.people.length < 2) return [message]
  const pieces: PresentPerson[][] = [[]]
  let bytes = 0
  for (const person of message.people) {
    const size = Buffer.byteLength(JSON.stringify(person))
    if (bytes + size > maxBytesOfPeople) {
      pieces.push([])
      bytes = 0
    }
    pieces.at(-1)?.push(person)
    bytes += size
  }
  return pieces.map((people, index) => ({ ...message, people, asks: message.asks && index === 0 }))
}
