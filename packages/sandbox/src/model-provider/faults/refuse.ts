import type { ServerResponse } from 'node:http'
import { problemOfStatus } from '../problem.ts'
import { sendJson } from '../send-json.ts'
import type { WireProtocol } from '../wire/wire-protocol.ts'
import type { Faults } from './faults.ts'

/** Sends the refusal of the faults; false if they have none. */
export function sendFaultyRefusal(
  response: ServerResponse,
  wire: Pick<WireProtocol, 'problemBody'>,
  faults: Faults,
): boolean {
  if (faults.htmlStatus !== undefined) {
    response.writeHead(faults.htmlStatus, { 'content-type': 'text/html; charset=utf-8' })
    response.end(
      `<!doctype html><html><head><title>${faults.htmlStatus}</title></head><body><h1>Bad gateway</h1><p>sandbox</p></body></html>`,
    )
    return true
  }
  if (faults.status === undefined) return false
  const problem = problemOfStatus(faults.status, faults.retryAfterSeconds)
  const headers: Record<string, string> =
    problem.retryAfterSeconds === undefined ? {} : { 'retry-after': String(problem.retryAfterSeconds) }
  sendJson(response, problem.status, wire.problemBody(problem), { headers })
  return true
}
