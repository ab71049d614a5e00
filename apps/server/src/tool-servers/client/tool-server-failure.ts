import type { ToolServerProblem } from '@atrium/contract'

/** The sign-in that a server asks for, from its `WWW-Authenticate` header (RFC 6750, RFC 9728). */
export type Challenge = { resourceMetadataUrl: URL | null; scopes: string | null }

/** A tool server could not be used. */
export class ToolServerFailure extends Error {
  readonly problem: ToolServerProblem
  /** Of a server that asked for a token; null for all other problems. */
  readonly challenge: Challenge | null

  constructor(problem: ToolServerProblem, options?: { cause?: unknown; challenge?: Challenge }) {
    super(`The tool server could not be used: ${problem}.`, options)
    this.name = 'ToolServerFailure'
    this.problem = problem
    this.challenge = options?.challenge ?? null
  }
}
