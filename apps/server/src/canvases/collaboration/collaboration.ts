import {
  AccountId,
  canvasFormat,
  CanvasId,
  includesAccess,
  limits,
  type SessionId,
  UserId,
} from '@atrium/contract'
import {
  type Connection,
  Hocuspocus,
  type onAuthenticatePayload,
  type TransactionOrigin,
} from '@hocuspocus/server'
import { applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness'
import { decodeUpdate, snapshot, snapshotContainsUpdate } from 'yjs'
import { z } from 'zod'
import type { SharedPorts } from '../../live/index.ts'
import { type DatabaseAddress, inSystem, inTenant, listenTo, notify } from '../../platform/database/index.ts'
import type { Member } from '../../platform/http/guards.ts'
import { type Limited, limitConcurrency } from '../../platform/limit-concurrency.ts'
import { accessOf, type AtCanvas } from '../access.ts'
import { listenToWriting } from '../suggestions/share-writing.ts'
import { storePresence } from './presence.ts'
import {
  appendUpdate,
  applyStored,
  type CanvasKey,
  readUpdates,
  storeText,
  updateChannel,
} from './stored-document.ts'

const awarenessChannel = 'canvas_awareness'
/** PostgreSQL's limit for a notification is 8000 bytes. */
const maxAwarenessBytes = 5_000
const awarenessEveryMs = 150
const checkEveryMs = 500
/**
 * Database connections for opening and storing documents, fewer than half of the smallest pool: when a hundred people reconnect at once,
 * they wait for each other here, instead of using all connections until the pool's time limit fails them and everybody else.
 */
const maxConnectionsUsed = 4

/** Reasons that the editor explains. */
export const closeReasons = {
  revoked: 'access-revoked',
  changed: 'access-changed',
  tooLarge: 'too-large',
} as const

/** A person's connection to a canvas, in Hocuspocus' context. */
type AtDocument = { at?: AtCanvas; sessionId?: SessionId; connectionId?: string }

/** What a socket's authentication returns. */
export type CanvasCaller = Pick<Member, 'userId' | 'sessionId' | 'termsAccepted'>

export type Collaboration = {
  hocuspocus: Hocuspocus<AtDocument>
  stop(): Promise<void>
}

type CollaborationPorts = Pick<SharedPorts, 'database' | 'live' | 'log' | 'nodeId'> & {
  address: DatabaseAddress
  /** Who an access token belongs to; null for an invalid one. */
  authenticate(token: string): Promise<CanvasCaller | null>
}

const UpdateMessage = z.object({
  nodeId: z.string().nullable(),
  accountId: AccountId,
  canvasId: CanvasId,
  seq: z.int(),
})
const AwarenessMessage = z.object({ nodeId: z.string(), name: z.string(), update: z.string() })

/** Changes that other processes have stored: they are neither stored again nor published again. */
const fromElsewhere = { source: 'local', skipStoreHooks: true } satisfies TransactionOrigin

/** The name of a canvas' document on the socket. */
const nameOf = ({ accountId, canvasId }: CanvasKey) => `${accountId}/${canvasId}`

function keyOf(name: string): CanvasKey | null {
  const [account, canvas] = name.split('/')
  const [accountId, canvasId] = [AccountId.safeParse(account), CanvasId.safeParse(canvas)]
  return accountId.success && canvasId.success ? { accountId: accountId.data, canvasId: canvasId.data } : null
}

/**
 * Synchronizes canvases between browsers and processes (CANV-02). A change is appended to the database before it is applied and
 * acknowledged, so that a browser says 'Saved' only for what a killed process can't lose. Rights are checked with each change, and twice
 * a second for everybody connected. Runs until stopped.
 */
export async function createCollaboration(ports: CollaborationPorts): Promise<Collaboration> {
  const { database, log, nodeId } = ports
  /** The number of the last update that is in each open document. */
  const seqs = new Map<string, number>()
  const limited = limitConcurrency(maxConnectionsUsed)
  const presence = storePresence({ ...ports, limited })
  const hocuspocus: Hocuspocus<AtDocument> = new Hocuspocus<AtDocument>({
    quiet: true,
    debounce: 1_500,
    maxDebounce: 8_000,
    timeout: 60_000,
    maxPendingDocuments: 4,
    maxUnauthenticatedQueueSize: limits.canvasMessageBytes,
    maxUnauthenticatedQueueMessages: 50,
    extensions: [],
    async onAuthenticate(payload) {
      return await admit({ ...ports, limited }, hocuspocus, payload)
    },
    async onLoadDocument({ document, documentName }) {
      const key = keyOf(documentName)
      if (!key) throw new Error('This is not the name of a canvas.')
      const { updates, seq } = await limited(() => inSystem(database, (trx) => readUpdates(trx, key, -1)))
      const damaged = applyStored(document, updates, fromElsewhere)
      if (damaged > 0)
        log.error(
          { event: 'canvas.damaged_updates', canvasId: key.canvasId, damaged },
          'Skipped damaged updates of a canvas',
        )
      seqs.set(documentName, Math.max(0, seq))
    },
    async connected({ context, documentName, connection }) {
      const { at, sessionId, connectionId } = context
      if (!at || sessionId === undefined || connectionId === undefined) return
      watch.begin()
      connection.onClose(() => void presence.leave(at, connectionId))
      watchSession(ports, connection, { ...at, sessionId })
      await presence.join(at, at.userId, connectionId)
      // Updates that other processes stored while the document was being loaded.
      await catchUp(documentName)
    },
    async beforeSync({ type, payload, document, documentName, context, connection }) {
      // Only answers to the first message and changes have an update; a request for the state (type 0) has none.
      if (type === 0 || connection.readOnly) return
      const { at } = context
      if (!at) throw closing(closeReasons.revoked)
      const { structs, ds } = decodeUpdate(payload)
      if (structs.length === 0 && ds.clients.size === 0) return
      if (type === 1 && snapshotContainsUpdate(snapshot(document), payload)) return
      const seq = await inTenant(database, at, (trx) =>
        appendUpdate(trx, at, { canvasId: at.canvasId, update: payload, nodeId }),
      ).catch((error: unknown) => {
        throw reasonOf(error)
      })
      if (seqs.get(documentName) === seq - 1) seqs.set(documentName, seq)
      else void catchUp(documentName)
    },
    async beforeHandleAwareness({ states, connection, context }) {
      // Nobody may type under another person's name. States of others, in an answer to a query, are already checked.
      if (!connection) return
      const { at } = context as AtDocument
      for (const state of states.values()) {
        const user = (state as { user?: { id?: unknown } }).user
        if (user && user.id !== at?.userId) throw closing(closeReasons.revoked)
      }
    },
    async onAwarenessUpdate({ added, updated, removed, documentName, transactionOrigin }) {
      if (transactionOrigin !== fromElsewhere)
        shareAwareness(documentName, [...added, ...updated, ...removed])
    },
    async onStoreDocument({ document, documentName }) {
      const key = keyOf(documentName)
      const seq = seqs.get(documentName)
      if (key && seq !== undefined)
        await limited(() => inSystem(database, (trx) => storeText(trx, key, document, seq)))
    },
    async afterUnloadDocument({ documentName }) {
      seqs.delete(documentName)
    },
  })

  const catchingUp = new Map<string, Promise<void>>()
  /** Applies what other processes stored since; one run at a time for a document, and one more if something arrived meanwhile. */
  function catchUp(name: string): Promise<void> {
    const running = (catchingUp.get(name) ?? Promise.resolve()).then(async () => {
      const document = hocuspocus.documents.get(name)
      const key = keyOf(name)
      const after = seqs.get(name)
      if (!document || !key || after === undefined) return
      try {
        const { updates, seq } = await limited(() =>
          inSystem(database, (trx) => readUpdates(trx, key, after)),
        )
        applyStored(document, updates, fromElsewhere)
        seqs.set(name, Math.max(seqs.get(name) ?? 0, seq))
      } catch (error) {
        log.warn(
          { event: 'canvas.catch_up_failed', err: error },
          'Could not read the updates of a canvas; retrying',
        )
        setTimeout(() => void catchUp(name), 500).unref()
      }
    })
    catchingUp.set(name, running)
    void running.finally(() => {
      if (catchingUp.get(name) === running) catchingUp.delete(name)
    })
    return running
  }

  const changedClients = new Map<string, Set<number>>()
  /** Publishes cursors to the other processes, gathered for a moment. */
  function shareAwareness(name: string, clients: readonly number[]): void {
    const waiting = changedClients.get(name)
    if (waiting) for (const client of clients) waiting.add(client)
    else {
      changedClients.set(name, new Set(clients))
      setTimeout(() => void publishAwareness(name), awarenessEveryMs).unref()
    }
  }
  async function publishAwareness(name: string): Promise<void> {
    const clients = [...(changedClients.get(name) ?? [])]
    changedClients.delete(name)
    const document = hocuspocus.documents.get(name)
    if (!document || clients.length === 0) return
    const update = Buffer.from(
      encodeAwarenessUpdate(
        document.awareness,
        clients.filter((one) => document.awareness.meta.has(one)),
      ),
    )
    if (update.length > maxAwarenessBytes) return
    const message = JSON.stringify({ nodeId, name, update: update.toString('base64') })
    await inSystem(database, (trx) => notify(trx, awarenessChannel, message)).catch((error: unknown) =>
      log.warn(
        { event: 'canvas.awareness_failed', err: error },
        'Could not share cursors with other processes',
      ),
    )
  }

  const updates = await listenTo(ports.address, updateChannel, {
    log,
    onGap: () => {
      for (const name of hocuspocus.documents.keys()) void catchUp(name)
    },
    onMessage(text) {
      const message = UpdateMessage.parse(JSON.parse(text))
      if (message.nodeId !== nodeId) void catchUp(nameOf(message))
    },
  })
  const cursors = await listenTo(ports.address, awarenessChannel, {
    log,
    onGap: () => undefined,
    onMessage(text) {
      const message = AwarenessMessage.parse(JSON.parse(text))
      const document = hocuspocus.documents.get(message.name)
      if (message.nodeId !== nodeId && document)
        applyAwarenessUpdate(document.awareness, Buffer.from(message.update, 'base64'), fromElsewhere)
    },
  })
  const writing = await listenToWriting(ports, (key, message) =>
    hocuspocus.documents.get(nameOf(key))?.broadcastStateless(message),
  )
  const watch = watchRights(ports, hocuspocus)

  return {
    hocuspocus,
    async stop() {
      watch.stop()
      hocuspocus.closeConnections()
      hocuspocus.flushPendingStores()
      await Promise.all(
        [...hocuspocus.documents.values()].map((document) => document.saveMutex.waitForUnlock()),
      )
      await presence.stop()
      await updates.stop()
      await cursors.stop()
      await writing.stop()
    },
  }
}

/** Identifies the person by their token and checks that they may open the canvas; readers get a connection that can't write. */
async function admit(
  { database, authenticate, limited }: CollaborationPorts & { limited: Limited },
  hocuspocus: Hocuspocus<AtDocument>,
  { token, documentName, connectionConfig, socketId, requestParameters }: onAuthenticatePayload<AtDocument>,
): Promise<AtDocument> {
  if (Number(requestParameters.get('format') ?? 1) < canvasFormat) throw closing('outdated')
  const key = keyOf(documentName)
  const caller = await limited(() => authenticate(token))
  if (!key || !caller?.termsAccepted) throw closing('not-found')
  const at = { ...key, userId: UserId.parse(caller.userId) }
  const [allowed] = await limited(() => inSystem(database, (trx) => accessOf(trx, [at])))
  if (!allowed) throw closing('not-found')
  const mine = connectionsOf(hocuspocus).filter(({ context }) => context.at?.userId === at.userId)
  if (mine.length >= limits.maxCanvasConnectionsPerPerson) throw closing('too-many')
  connectionConfig.readOnly = !includesAccess(allowed.access, 'edit')
  return { at, sessionId: caller.sessionId, connectionId: `${socketId}:${crypto.randomUUID()}` }
}

const connectionsOf = (hocuspocus: Hocuspocus<AtDocument>): Connection<AtDocument>[] =>
  [...hocuspocus.documents.values()].flatMap(
    (document) => document.getConnections() as Connection<AtDocument>[],
  )

/**
 * Twice a second, from `begin` until nobody is connected any more, disconnects everybody whose access to their canvas ended or
 * changed; they reconnect with their current access.
 */
function watchRights(
  { database, log }: CollaborationPorts,
  hocuspocus: Hocuspocus<AtDocument>,
): { begin(): void; stop(): void } {
  let isChecking = false
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }
  const check = async () => {
    const open = connectionsOf(hocuspocus)
    if (open.length === 0) return stop()
    if (isChecking) return
    isChecking = true
    try {
      const people = open.flatMap(({ context }) => context.at ?? [])
      const allowed = new Map(
        (await inSystem(database, (trx) => accessOf(trx, people))).map((one) => [
          `${nameOf(one)} ${one.userId}`,
          one.access,
        ]),
      )
      for (const connection of open) {
        const { at } = connection.context
        const access = at && allowed.get(`${nameOf(at)} ${at.userId}`)
        if (!access) disconnect(connection, closeReasons.revoked)
        else if (connection.readOnly === includesAccess(access, 'edit'))
          disconnect(connection, closeReasons.changed)
      }
    } catch (error) {
      log.warn(
        { event: 'access.check_failed', err: error },
        'Could not check who may still open a canvas; retrying',
      )
    } finally {
      isChecking = false
    }
  }
  return { begin: () => void (timer ??= setInterval(() => void check(), checkEveryMs).unref()), stop }
}

/** Closes the connection when its session ends or the person leaves the account, like every other open stream. */
function watchSession(
  { live }: CollaborationPorts,
  connection: Connection<AtDocument>,
  { accountId, userId, sessionId }: AtCanvas & { sessionId: SessionId },
): void {
  let isOpen = true
  connection.onClose(() => (isOpen = false))
  const member = { accountId, userId, sessionId, role: 'member', roomId: null, termsAccepted: true } as const
  live.readers.watch(member, {
    write: () => isOpen,
    end: () => disconnect(connection, closeReasons.changed),
    onClose: (callback) => void connection.onClose(callback),
    get isOpen() {
      return isOpen
    },
    waitingBytes: 0,
  })
}

/** Closes the document and its socket, so that the browser reconnects and gets its current access. */
function disconnect(connection: Connection<AtDocument>, reason: string): void {
  connection.close(closing(reason))
  connection.webSocket.close(4403, reason)
}

/** The error that ends a connection with a reason that the editor understands. */
const closing = (reason: string) => ({ code: 4403, reason })

const reasonOf = (error: unknown): unknown => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'INVALID_INPUT') return closing(closeReasons.tooLarge)
  return code === 'NOT_FOUND' || code === 'FORBIDDEN' ? closing(closeReasons.revoked) : error
}
