import {
  type FoundOnWeb,
  type ResponseStyle,
  tablesIn,
  type TokenUsage,
  toolCallsIn,
  webIn,
} from '@atrium/contract'
import {
  countTokens,
  type ModelPart,
  type PromptMessage,
  type ResolvedModel,
  streamWithRetry,
} from '../../models/index.ts'
import { countPrompt } from '../plan/count-prompt.ts'
import { maxServerToolCalls } from '../plan/plan-server-tools.ts'
import { maxTableCalls } from '../plan/plan-tables.ts'
import { maxModelCalls } from '../plan/plan-web.ts'
import type { AnswerPorts } from '../ports.ts'
import { rewriteQuery } from '../sources/rewrite-query.ts'
import { ServersOfAnswer } from '../tool-servers/servers-of-answer.ts'
import type { AnswerToWrite } from '../write/answer-to-write.ts'
import { finishWaiting, publish, serverToolsOf } from './call-server-tool.ts'
import { runCalls, runTool } from './run-calls.ts'
import { searchWeb } from './search-web.ts'
import { TablesOfAnswer } from '../tables/tables-of-answer.ts'
import { withServerTools } from './server-tool-prompt.ts'
import { withTables } from './table-prompt.ts'
import type { Tool, ToolContext } from './tool.ts'
import { tools } from './tool-table.ts'
import { withWeb } from './web-prompt.ts'

type Writing = {
  style: ResponseStyle
  /** For the whole answer. */
  maxOutputTokens: number
  onRetry: (retry: number) => void
  /** Called with the usage so far, partly estimated, when the answer is stopped. */
  onStopped: (usage: TokenUsage) => void
  take: (part: ModelPart) => void
}

/**
 * The tool loop: streams a model's answer, runs the tools that it calls and streams on with their results, until it answers
 * without a call. Passes on one usage and one end for all calls of the model. A model that calls no tools gets the result of one
 * search for the question first.
 */
export async function streamWithTools(
  ports: AnswerPorts,
  model: ResolvedModel,
  answer: AnswerToWrite,
  { onStopped, ...writing }: Writing,
): Promise<void> {
  const { turn, web } = answer
  const tables =
    answer.tables && model.readsSpreadsheets ? new TablesOfAnswer(ports, turn, answer.tables) : null
  const servers = answer.serverTools ? new ServersOfAnswer(ports, turn, answer.serverTools) : null
  const context: ToolContext = { ports, turn, web, tables, servers }
  publishEarlier(context)
  const meter = new Meter()
  try {
    if (servers) await finishWaitingCalls({ ...context, servers })
    await runLoop(model, answer, context, meter, writing)
  } finally {
    // A stopped answer costs what its finished calls and the text so far took.
    if (turn.abortReason && !meter.isDone) onStopped(meter.total)
    await tables?.close()
    await servers?.close()
  }
}

/** Waits for the decisions that an earlier writer of the answer asked for. */
async function finishWaitingCalls(context: ToolContext & { servers: ServersOfAnswer }): Promise<void> {
  for (const { type: _type, id: _id, ...call } of toolCallsIn(context.turn.parts))
    if (call.state === 'waiting') await finishWaiting(context, call)
}

async function runLoop(
  model: ResolvedModel,
  answer: AnswerToWrite,
  context: ToolContext,
  meter: Meter,
  { style, maxOutputTokens, onRetry, take }: Omit<Writing, 'onStopped'>,
): Promise<void> {
  const { turn, web, tables, servers } = context
  const { signal } = turn
  if (web && !model.callsTools && !webIn(turn.parts) && searchWeb.callsLeft(context) > 0) {
    const { query } = rewriteQuery(web.question, answer.search?.before ?? null)
    await runTool(searchWeb, context, { query })
  }
  const all: readonly Tool[] = [...tools, ...serverToolsOf(context)]
  const usableTools = () => (model.callsTools ? all.filter((tool) => tool.callsLeft(context) > 0) : [])
  const offered = usableTools()
  const questionAt = answer.handedOver?.text || answer.writtenBefore ? -3 : -1
  let prompt = [...answer.prompt]
  if (tables)
    prompt = withTables(prompt, { found: tablesIn(turn.parts), tokens: tables.plan.tokens, questionAt })
  if (servers)
    prompt = withServerTools(prompt, {
      found: toolCallsIn(turn.parts),
      tokens: servers.plan.tokens,
      questionAt,
      offersTools: servers.plan.mayCall && model.callsTools,
    })
  if (web)
    prompt = withWeb(prompt, {
      found: webIn(turn.parts),
      offersTool: offered.includes(searchWeb),
      questionAt,
    })
  const maxCalls =
    maxModelCalls(model, offered.includes(searchWeb)) +
    (tables?.plan.mayQuery ? maxTableCalls : 0) +
    (servers?.plan.mayCall ? maxServerToolCalls : 0)
  let needsBreak = false
  for (let left = maxCalls; ; left -= 1) {
    const isLast = left === 1 || usableTools().length === 0 || isSpent(context, prompt, meter.sentTokens)
    meter.begin(prompt)
    const call: { end: Extract<ModelPart, { type: 'finish' }> | null } = { end: null }
    const limit = Math.max(1, maxOutputTokens - meter.total.outputTokens)
    const toCall = offered.length > 0 ? { offered, isLast } : undefined
    const options = { signal, style, maxOutputTokens: limit, tools: toCall, onRetry, span: turn.trace?.span }
    await streamWithRetry(model, prompt, options, (part) => {
      let shown = part
      if (part.type === 'text-delta' && needsBreak) {
        needsBreak = false
        shown = { ...part, delta: `\n\n${part.delta}` }
      }
      meter.read(shown)
      if (shown.type === 'finish') call.end = shown
      else if (shown.type !== 'usage-final') take(shown)
    })
    const { end } = call
    needsBreak = meter.hasText
    meter.end()
    if (!end?.called || isLast) {
      const usage = meter.total
      meter.isDone = true
      take({ type: 'usage-final', usage })
      if (end) take({ type: 'finish', reason: end.reason })
      return
    }
    turn.emit({ type: 'finish-step' })
    turn.emit({ type: 'start-step' })
    const results = await runCalls(offered, context, end.called.calls)
    const message: PromptMessage = { role: 'assistant', text: '', called: { tools: end.called, results } }
    prompt = [...prompt, message]
  }
}

/** Whether no input tokens are left for another call after this one. */
const isSpent = (
  { tables, servers, web }: ToolContext,
  prompt: readonly PromptMessage[],
  sentTokens: number,
): boolean => {
  const limited = [tables, servers].filter((one) => one !== null)
  const results = limited.reduce((sum, { tokensLeft }) => sum + tokensLeft / 4, 0)
  const total = limited.reduce((sum, { plan }) => sum + plan.totalInputTokens, web?.totalInputTokens ?? 0)
  return limited.length > 0 && sentTokens + 2 * countPrompt(prompt) + results > total
}

/**
 * Publishes what the continued answer found, so that its numbers stay valid; and ends a search, query or call that an earlier writer could
 * not end.
 */
function publishEarlier({ ports, turn, web, tables, servers }: ToolContext): void {
  const streamed = webIn(turn.parts)
  const earlier: FoundOnWeb | null = streamed ?? web?.found ?? null
  const searches = earlier?.searches.filter(({ state }) => state !== 'running') ?? []
  if (earlier && !(streamed && searches.length === streamed.searches.length)) {
    const { service, sandbox, sources } = earlier
    turn.emit({ type: 'data-web', id: 'web', data: { service, sandbox, searches, sources } })
  }
  const queried = tablesIn(turn.parts)
  for (const { type: _type, id, ...query } of queried.length > 0 ? queried : (tables?.plan.found ?? [])) {
    const isCut = query.state === 'running'
    if (queried.length > 0 && !isCut) continue
    const data = isCut ? { ...query, state: 'failed' as const, problem: 'STOPPED' as const } : query
    turn.emit({ type: 'data-table', id, data })
  }
  const called = toolCallsIn(turn.parts)
  for (const { type: _type, id: _id, ...call } of called.length > 0 ? called : (servers?.plan.found ?? [])) {
    // An interrupted call is repeated only if it is read-only; a waiting one of this answer continues to wait.
    const isCut = call.state === 'running' || (call.state === 'waiting' && called.length === 0)
    if (called.length > 0 && !isCut) continue
    const problem = call.isReading || call.state === 'waiting' ? ('STOPPED' as const) : ('UNCERTAIN' as const)
    publish({ turn, ports }, isCut ? { ...call, state: 'failed', problem } : call)
  }
  ports.logWriter.wake(turn, true)
}

/**
 * Adds up the tokens of all calls of the model. Unless its provider counted every call, all are estimated by what was sent and shown.
 */
class Meter {
  #counted: TokenUsage | null = {
    inputTokens: 0,
    cachedInputTokens: 0,
    outputTokens: 0,
    reasoningTokens: 0,
    estimated: false,
  }
  #ofCall: TokenUsage | null = null
  #isCalling = false
  #sentTokens = 0
  #text = ''
  #reasoning = ''
  isDone = false

  begin(prompt: readonly PromptMessage[]): void {
    this.#isCalling = true
    this.#ofCall = null
    this.#sentTokens += countPrompt(prompt)
  }

  read(part: ModelPart): void {
    if (part.type === 'text-delta') this.#text += part.delta
    else if (part.type === 'reasoning-delta') this.#reasoning += part.delta
    else if (part.type === 'usage-final') this.#ofCall = part.usage
  }

  end(): void {
    this.#counted = this.#sum()
    this.#isCalling = false
  }

  /** Estimated tokens of all prompts so far. */
  get sentTokens(): number {
    return this.#sentTokens
  }

  get hasText(): boolean {
    return this.#text !== ''
  }

  get total(): TokenUsage {
    const reasoningTokens = countTokens(this.#reasoning)
    return (
      this.#sum() ?? {
        inputTokens: this.#sentTokens,
        cachedInputTokens: 0,
        outputTokens: countTokens(this.#text) + reasoningTokens,
        reasoningTokens,
        estimated: true,
      }
    )
  }

  /** Null when a provider did not count one of the calls. */
  #sum(): TokenUsage | null {
    const [one, other] = [this.#counted, this.#ofCall]
    if (!this.#isCalling || one === null) return one
    return (
      other && {
        inputTokens: one.inputTokens + other.inputTokens,
        cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
        outputTokens: one.outputTokens + other.outputTokens,
        reasoningTokens: one.reasoningTokens + other.reasoningTokens,
        estimated: other.estimated || one.estimated,
      }
    )
  }
}
