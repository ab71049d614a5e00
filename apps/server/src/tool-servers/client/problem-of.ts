import type { ToolServerProblem } from '@atrium/contract'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { EgressRefusedError } from '../../platform/egress/index.ts'

const refusalIn = (error: unknown): EgressRefusedError | null =>
  [error, error instanceof Error ? error.cause : null].find((one) => one instanceof EgressRefusedError) ??
  null

/** The problem that an error of a connection means. `cause` is what its last request failed with, if any. */
export function problemOf(error: unknown, cause: unknown, isTimedOut: boolean): ToolServerProblem {
  for (const one of [cause, error]) {
    // A refused name must look like an unknown one: otherwise addresses of the network could be found out.
    const refused = refusalIn(one)
    if (refused) return refused.isResolved ? 'NO_SUCH_HOST' : 'ADDRESS_NOT_ALLOWED'
  }
  if (isTimedOut || (error instanceof McpError && error.code === Number(ErrorCode.RequestTimeout)))
    return 'TIMED_OUT'
  if (error instanceof StreamableHTTPError) return problemOfStatus(error)
  if (error instanceof McpError) return 'SERVER_FAILED'
  return problemOfNetwork(cause) ?? problemOfNetwork(error) ?? 'NOT_THIS_PROTOCOL'
}

function problemOfStatus({ code, message }: StreamableHTTPError): ToolServerProblem {
  if (code === 403) return 'ACCESS_REFUSED'
  if (code === 429) return 'RATE_LIMITED'
  if ((code !== undefined && code >= 300 && code <= 399) || /redirect/i.test(message)) return 'REDIRECTED'
  return code !== undefined && code >= 500 ? 'SERVER_FAILED' : 'NOT_THIS_PROTOCOL'
}

function problemOfNetwork(error: unknown): ToolServerProblem | null {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'NO_SUCH_HOST'
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'TIMED_OUT'
  return code === '' ? null : 'NOT_REACHED'
}
