import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import { answerBrokenRequest } from './broken-requests.ts'

type Arrival = { timer: NodeJS.Timeout; withinMs: number }
const arrivals = new WeakMap<IncomingMessage, Arrival>()

/**
 * Cuts off requests whose body does not arrive in time. Node's own limit is one for all requests, and a file on a slow line
 * takes longer than anything else may.
 */
export function watchArrival(app: FastifyInstance, withinMs: number, log: Log): void {
  const cutOff = answerBrokenRequest(log)
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return
    const timer = setTimeout(() => {
      if (!raw.complete) cutOff(timedOut(), raw.socket)
    }, withinMs).unref()
    arrivals.set(raw, { timer, withinMs })
    raw.once('close', () => clearTimeout(timer))
  })
}

/** From here on the request may take long, as long as something keeps coming. For whoever knows that it is worth waiting for. */
export function letTakeItsTime({ raw }: FastifyRequest): void {
  const arrival = arrivals.get(raw)
  if (!arrival) return
  clearTimeout(arrival.timer)
  // A line on which nothing comes for so long is closed by Node; the next request on it begins anew.
  raw.socket.setTimeout(arrival.withinMs)
}

const timedOut = () =>
  Object.assign(new Error('The request did not arrive in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
