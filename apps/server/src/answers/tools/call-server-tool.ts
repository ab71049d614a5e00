import { limits, mintId, type ServerToolCall, type ToolCallProblem, toolCallsIn } from '@atrium/contract'
import { inTenant } from '../../platform/database/index.ts'
import {
  askForConsent,
  cleanJson,
  resultText,
  startCall,
  ToolServerFailure,
} from '../../tool-servers/index.ts'
import { cutToTokens } from '../../web-search/index.ts'
import type { OfferedServerTool } from '../plan/gather-server-tools.ts'
import { awaitConsent } from '../tool-servers/await-consent.ts'
import type { ServersOfAnswer } from '../tool-servers/servers-of-answer.ts'
import { resultOfCall } from './server-tool-prompt.ts'
import type { Tool, ToolContext, ToolRun } from './tool.ts'

/** Tokens of one result for the model, where more are left. */
const tokensPerResult = 4_000
/** Time limit of one call with its consent. */
const callMs = limits.toolConsentMinutes * 60_000 + 90_000

type Context = ToolContext & { servers: ServersOfAnswer }

/** The tools of connected servers that the answer may use, as the loop calls them. */
export const serverToolsOf = ({ servers }: Pick<ToolContext, 'servers'>): Tool[] =>
  servers ? servers.plan.tools.map((tool) => toolOf(tool)) : []

const toolOf = (tool: OfferedServerTool): Tool => ({
  ...tool.offer,
  timeoutMs: callMs,
  cost: 'toolCalls',
  callsLeft: ({ servers, turn }) =>
    servers?.plan.mayCall && servers.tokensLeft > 0
      ? limits.maxToolCalls - toolCallsIn(turn.parts).length
      : 0,
  // Permission is checked in each call, so that the trace shows why it was not made.
  mayUse: ({ servers }) => Promise.resolve(servers !== null),
  async run(context, input, run) {
    const { servers } = context
    if (!servers) return 'There is no such tool.'
    const text = inputText(input)
    if (text === null) return 'Send the arguments as an object, at most 20,000 characters of JSON.'
    return await begin({ ...context, servers }, tool, text, run)
  },
})

/** The arguments as JSON that can be stored and shown; null for anything but an object. */
function inputText(input: unknown): string | null {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return null
  const cleaned = cleanJson(input)
  const text = cleaned === undefined ? null : JSON.stringify(cleaned, null, 2)
  return text === null || text.length > limits.toolInputCharacters ? null : text
}

async function begin(
  context: Context,
  tool: OfferedServerTool,
  input: string,
  run: ToolRun,
): Promise<string> {
  const { turn, servers, ports } = context
  const call: ServerToolCall = {
    number: toolCallsIn(turn.parts).length + 1,
    callId: mintId('tool-call'),
    serverId: tool.serverId,
    serverName: tool.serverName,
    sandbox: tool.sandbox,
    name: tool.name,
    title: tool.form.title,
    isReading: tool.form.isReading,
    hash: tool.hash,
    input,
    state: 'running',
    problem: null,
    expiresAt: null,
    consent: null,
    result: '',
    isCut: false,
    durationMs: 0,
  }
  const usable = await servers.usableNow(tool)
  if (!usable) return failed(context, call, 'NOT_ALLOWED')
  if (!(await run.pay())) return failed(context, call, 'DAILY_LIMIT')
  const { accountId, turnId, chatId, userId } = turn
  if (usable.mode === 'auto') {
    publish(context, call)
    return await make(context, call, run.signal)
  }
  const { state, scope, expiresAt } = await inTenant(ports.database, turn, (trx) =>
    askForConsent(trx, { accountId, callId: call.callId, turnId, chatId, userId, tool }),
  )
  if (state === 'allowed') {
    const allowed = { ...call, consent: scope }
    publish(context, allowed)
    return await make(context, allowed, run.signal, { claims: true })
  }
  const waiting: ServerToolCall = { ...call, state: 'waiting', expiresAt: expiresAt.toISOString() }
  publish(context, waiting)
  return await finishWaiting(context, waiting)
}

/** Waits for the asker's decision about a call, and makes it if they allow it; also for a call that an earlier writer asked for. */
export async function finishWaiting(context: Context, call: ServerToolCall): Promise<string> {
  const { turn, ports, servers } = context
  try {
    const { state, scope } = await awaitConsent(ports, turn, {
      accountId: turn.accountId,
      callId: call.callId,
    })
    if (state !== 'allowed') return failed(context, call, state === 'refused' ? 'REFUSED' : 'NOT_ANSWERED')
    const allowed: ServerToolCall = { ...call, state: 'running', consent: scope }
    // Rights may have changed meanwhile.
    const tool = { serverId: call.serverId, name: call.name, hash: call.hash }
    if (!(await servers.usableNow(tool))) return failed(context, allowed, 'NOT_ALLOWED')
    publish(context, allowed)
    return await make(context, allowed, turn.signal, { claims: true })
  } catch (error) {
    if (turn.abortReason === 'stopped') failed(context, call, 'STOPPED')
    throw error
  }
}

/** Makes the call. With `claims` only if no process has made it yet. */
async function make(
  context: Context,
  call: ServerToolCall,
  signal: AbortSignal,
  { claims = false } = {},
): Promise<string> {
  const { turn, ports, servers } = context
  const startedAt = performance.now()
  const ended = (more: Partial<ServerToolCall>) =>
    publishEnd(context, { ...call, durationMs: Math.round(performance.now() - startedAt), ...more })
  try {
    const { connection, offered } = await servers.connect(call.serverId, signal)
    if (!offered.some(({ name, hash }) => name === call.name && hash === call.hash))
      return ended({ state: 'failed', problem: 'CHANGED' })
    const key = { accountId: turn.accountId, callId: call.callId }
    if (claims && !(await inTenant(ports.database, turn, (trx) => startCall(trx, key))))
      return ended({ state: 'failed', problem: 'UNCERTAIN' })
    const input = JSON.parse(call.input) as Record<string, unknown>
    const reply = await connection.callTool(call.name, input, signal)
    turn.signal.throwIfAborted()
    const problem = reply.isError ? ('TOOL_FAILED' as const) : null
    return ended({ state: problem ? 'failed' : 'done', problem, ...cut(servers, resultText(reply)) })
  } catch (error) {
    if (turn.signal.aborted) {
      // A process that continues the answer repeats read-only calls.
      if (turn.abortReason === 'stopped') ended({ state: 'failed', problem: 'STOPPED' })
      throw error
    }
    ports.log.warn(
      { event: 'tool_call.failed', err: error, turnId: turn.turnId, serverId: call.serverId },
      'A tool call to a connected server failed',
    )
    return ended({ state: 'failed', problem: problemOf(error, signal) })
  }
}

function cut(servers: ServersOfAnswer, text: string): Pick<ServerToolCall, 'result' | 'isCut'> {
  const short = text.slice(0, limits.toolResultCharacters).toWellFormed()
  const result = cutToTokens(short, Math.min(tokensPerResult, Math.max(0, servers.tokensLeft - 60)))
  return { result, isCut: result.length < text.length }
}

function problemOf(error: unknown, signal: AbortSignal): ToolCallProblem {
  if (!(error instanceof ToolServerFailure)) return signal.aborted ? 'TIMED_OUT' : 'UNAVAILABLE'
  const { problem } = error
  if (problem === 'TIMED_OUT' || problem === 'TOO_LARGE' || problem === 'SIGN_IN_REQUIRED') return problem
  const isRefused = ['ACCESS_REFUSED', 'TOKEN_REQUIRED', 'SECRET_UNREADABLE'].includes(problem)
  return isRefused ? 'ACCESS_REFUSED' : 'UNAVAILABLE'
}

const failed = (context: Context, call: ServerToolCall, problem: ToolCallProblem): string =>
  publishEnd(context, { ...call, state: 'failed', problem })

/** Publishes the call, and returns its result for the model. */
function publishEnd(context: Context, call: ServerToolCall): string {
  publish(context, call)
  return context.servers.spend(resultOfCall(call))
}

export function publish({ turn, ports }: Pick<ToolContext, 'turn' | 'ports'>, call: ServerToolCall): void {
  turn.emit({ type: 'data-tool', id: `tool-${call.number}`, data: call })
  ports.logWriter.wake(turn, true)
}
