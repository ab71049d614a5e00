import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { errorReply, Failure } from '../failure.ts'
import type { Log } from '../log.ts'
import { securityHeaders } from './headers.ts'

/**
 * Answers malformed requests in the usual form: bytes that are not HTTP, oversized headers, requests that did not arrive in time.
 * Node has no reply object for them, only the socket.
 */
export const answerBrokenRequest = (log: Log) => (error: Error & { code?: string }, socket: Socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const failure = brokenAs(error.code)
  const requestId = randomUUID()
  // The error itself contains the received bytes, possibly with secrets.
  log.debug(
    { event: 'request.unreadable', requestId, status: failure.status, errorCode: error.code },
    'Could not read a request',
  )
  if (socket.writable) socket.write(replyText(failure, requestId))
  socket.destroy()
}

function brokenAs(code: string | undefined): Failure {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Failure('REQUEST_TIMEOUT')
  if (code === 'HPE_HEADER_OVERFLOW') return new Failure('PAYLOAD_TOO_LARGE')
  return new Failure('INVALID_INPUT')
}

function replyText(failure: Failure, requestId: string): string {
  const body = JSON.stringify(errorReply(failure, requestId))
  const headers = {
    ...securityHeaders,
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`, ...lines, '', body].join('\r\n')
}

/** Answers a request whose address is too long or can't be decoded: the router detects that before any hook runs. */
export function answerUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const failure = new Failure(error.code === 'FST_ERR_BAD_URL' ? 'INVALID_INPUT' : 'NOT_FOUND')
  void reply
    .headers({ ...securityHeaders, 'x-request-id': request.id })
    .code(failure.status)
    .send(errorReply(failure, request.id))
}
