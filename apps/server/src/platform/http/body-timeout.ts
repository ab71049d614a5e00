import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import { answerBrokenRequest } from './broken-requests.ts'

type PendingBody = { timer: NodeJS.Timeout; withinMs: number }
const pendingBodies = new WeakMap<IncomingMessage, PendingBody>()

/**
 * Aborts requests whose body does not arrive in time. Node has one limit for all requests, and a file on a slow connection takes
 * longer than anything else may.
 */
export function limitBodyTime(app: FastifyInstance, withinMs: number, log: Log): void {
  const cutOff = answerBrokenRequest(log)
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return
    const timer = setTimeout(() => {
      // An injected request has no connection to cut.
      if (!raw.complete && raw.socket instanceof Socket) cutOff(timedOut(), raw.socket)
    }, withinMs).unref()
    pendingBodies.set(raw, { timer, withinMs })
    raw.once('close', () => clearTimeout(timer))
  })
}

/** Lets a request take long from here on, while bytes keep arriving. */
export function extendBodyTimeout({ raw }: FastifyRequest): void {
  const pending = pendingBodies.get(raw)
  if (!pending) return
  clearTimeout(pending.timer)
  // Node closes a connection after this idle time.
  raw.socket.setTimeout(pending.withinMs)
}

/** Stops waiting for the rest of an answered request. */
export function clearBodyTimeout(raw: IncomingMessage): void {
  clearTimeout(pendingBodies.get(raw)?.timer)
}

const timedOut = () =>
  Object.assign(new Error('The request did not arrive in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
