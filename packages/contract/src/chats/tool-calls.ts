import { z } from 'zod'
import { dataReply, endpoint } from '../endpoint.ts'
import { ToolCallId, ToolServerId, TurnId } from '../ids.ts'

/** Why a call of a tool has no result; clients put it into words. */
export const toolCallProblems = [
  /** The tool itself reports a failure; the result says which. */
  'TOOL_FAILED',
  'TIMED_OUT',
  /** The server can't be reached or reports an error. */
  'UNAVAILABLE',
  'ACCESS_REFUSED',
  /** An admin of the account has to sign in to the server again. */
  'SIGN_IN_REQUIRED',
  /** The result is too large to be read. */
  'TOO_LARGE',
  /** The server describes the tool differently than an admin accepted. */
  'CHANGED',
  /** The room no longer allows the tool, or the person may not use the room. */
  'NOT_ALLOWED',
  /** The person has used up the day's calls. */
  'DAILY_LIMIT',
  /** The person refused the call. */
  'REFUSED',
  /** The person did not answer in time. */
  'NOT_ANSWERED',
  /** The answer was stopped before or during the call. */
  'STOPPED',
  /** The process ended during the call: what it changed is unknown, and it is not repeated. */
  'UNCERTAIN',
] as const
export const ToolCallProblem = z.enum(toolCallProblems)
export type ToolCallProblem = z.infer<typeof ToolCallProblem>

/** One call of an answer to a tool of a connected server. */
export const ServerToolCall = z.strictObject({
  /** From 1, in the order of the answer. */
  number: z.int().positive(),
  callId: ToolCallId,
  serverId: ToolServerId,
  serverName: z.string(),
  /** The built-in sandbox's server: its results are made up. */
  sandbox: z.boolean(),
  name: z.string(),
  title: z.string(),
  isReading: z.boolean(),
  /** Of the tool as the call was made: consent holds for this form of it. */
  hash: z.string(),
  /** The arguments, as JSON. */
  input: z.string(),
  /** `waiting` until the asker consents. */
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Null unless it failed. */
  problem: ToolCallProblem.nullable(),
  /** Until when the asker can consent; null for a call that needs none. */
  expiresAt: z.iso.datetime().nullable(),
  /** How the asker consented; null for a call that needs no consent, or has none yet. */
  consent: z.enum(['once', 'chat']).nullable(),
  /** The part of the result that the model was given: text from outside. */
  result: z.string(),
  /** Whether the result was longer. */
  isCut: z.boolean(),
  durationMs: z.int(),
})
export type ServerToolCall = z.infer<typeof ServerToolCall>

export const toolDecisions = ['once', 'chat', 'refuse'] as const
export const ToolDecision = z.enum(toolDecisions)
export type ToolDecision = z.infer<typeof ToolDecision>

export const decideToolCall = endpoint({
  name: 'decideToolCall',
  host: 'stream',
  method: 'POST',
  path: '/answer/:turnId/tool-calls/:callId',
  caller: 'account-member',
  policy: 'chat:write',
  summary:
    'Allows or refuses a waiting call of a tool; `chat` allows the same tool in this chat from now on. Only for the person who asked. Returns the state that holds: the first decision counts.',
  params: z.strictObject({ turnId: TurnId, callId: ToolCallId }),
  body: z.strictObject({ decision: ToolDecision }),
  reply: {
    json: dataReply(z.strictObject({ state: z.enum(['allowed', 'refused', 'expired']) })),
  },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'ids',
})
export const toolCallEndpoints = { decideToolCall }
