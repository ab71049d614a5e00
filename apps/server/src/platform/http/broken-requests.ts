import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { errorReply, Failure } from '../failure.ts'
import type { Log } from '../log.ts'
import { securityHeaders } from './headers.ts'

/**
 * Answers what never became a request, in the same form as everything else: bytes that are not HTTP, headers that are too
 * large, requests that did not arrive in time. Node has no reply for it, only the socket.
 */
export const answerBrokenRequest = (log: Log) => (error: Error & { code?: string }, socket: Socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const failure = brokenAs(error.code)
  const requestId = randomUUID()
  // The error itself holds the bytes that were read, with whatever secrets are among them.
  log.debug({ requestId, status: failure.status, errorCode: error.code }, 'a request could not be read')
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

/** Answers a request whose address cannot be decoded or is too long: the router finds that out before any hook runs. */
export function answerUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const failure = new Failure(error.code === 'FST_ERR_BAD_URL' ? 'INVALID_INPUT' : 'NOT_FOUND')
  void reply
    .headers({ ...securityHeaders, 'x-request-id': request.id })
    .code(failure.status)
    .send(errorReply(failure, request.id))
}
