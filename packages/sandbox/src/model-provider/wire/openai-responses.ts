import { randomUUID } from 'node:crypto'
import type { FinishReason } from '../answer/steps.ts'
import type { Conversation, Turn } from '../conversation.ts'
import type { Usage } from '../usage.ts'
import { openaiProblem } from './openai-problem.ts'
import { readContent, readFields, nameOf, readLimit, readList, readText, toolsIn } from './reading.ts'
import { ResponseOutput } from './openai-responses-output.ts'
import { serverSentEvent, type EventEncoder, type WholeAnswer, type WireProtocol } from './wire-protocol.ts'

/** OpenAI's Responses API; reasoning travels as one summary part. */
export const openaiResponses: WireProtocol = { readRequest, encoder, whole, problemBody: openaiProblem }

function readRequest(body: unknown): Conversation {
  const fields = readFields(body, 'The request body')
  const instructions = typeof fields['instructions'] === 'string' ? [fields['instructions']] : []
  const turns: Turn[] = []
  let toolResults: string[] = []
  const input =
    typeof fields['input'] === 'string'
      ? [{ role: 'user', content: fields['input'] }]
      : readList(fields, 'input')
  for (const [place, item] of input.entries()) {
    const where = `input[${place}]`
    const { role, content, type, output } = readFields(item, `'${where}'`)
    if (type === 'function_call_output') toolResults.push(typeof output === 'string' ? output : '')
    // Items without a role are reasoning, tool calls and references: nothing that these models read.
    if (role === undefined) continue
    const { text, images } = readContent(content, where)
    if (role === 'system' || role === 'developer') instructions.push(text)
    else turns.push({ role: role === 'assistant' ? 'assistant' : 'user', text, images })
    if (role === 'user') toolResults = []
  }
  return {
    model: readText(fields, 'model'),
    instructions: instructions.join('\n\n'),
    turns,
    tools: fields['tool_choice'] === 'none' ? [] : toolsIn(fields).map(nameOf),
    toolResults,
    streaming: fields['stream'] === true,
    usageAskedFor: true,
    maxOutputTokens: readLimit(fields, 'max_output_tokens'),
  }
}

function encoder(conversation: Conversation): EventEncoder {
  const id = `resp_${randomUUID()}`
  const output = new ResponseOutput()
  let sequence = 0
  const event = (type: string, fields: object) =>
    serverSentEvent({ type, sequence_number: sequence++, ...fields }, type)
  const events = (list: { type: string; fields: object }[]) =>
    list.map(({ type, fields }) => event(type, fields)).join('')
  const running = () => ({ response: responseObject(id, conversation, 'in_progress', [], null) })
  return {
    start: () => event('response.created', running()) + event('response.in_progress', running()),
    text: (delta) => events(output.addText(delta)),
    reasoning: (delta) => events(output.addReasoning(delta)),
    call: (call) => events(output.addCall(call)),
    finish: (reason, usage) => {
      const closing = events(output.close())
      const response = finishedResponse(id, conversation, reason, output.items, usage)
      return closing + event(isComplete(reason) ? 'response.completed' : 'response.incomplete', { response })
    },
    fail: ({ code, message, param }) => {
      const error = { code: code ?? 'server_error', message }
      const response = { ...responseObject(id, conversation, 'failed', output.items, null), error }
      return event('error', { ...error, param }) + event('response.failed', { response })
    },
  }
}

function whole(conversation: Conversation, answer: WholeAnswer): unknown {
  const output = new ResponseOutput()
  if (answer.reasoning !== '') output.addReasoning(answer.reasoning)
  if (answer.text !== '') output.addText(answer.text)
  for (const call of answer.calls) output.addCall(call)
  output.close()
  return finishedResponse(
    `resp_${randomUUID()}`,
    conversation,
    answer.finishReason,
    output.items,
    answer.usage,
  )
}

const isComplete = (reason: FinishReason) => reason === 'stop' || reason === 'tool-calls'

function finishedResponse(
  id: string,
  conversation: Conversation,
  reason: FinishReason,
  output: unknown[],
  usage: Usage | null,
): object {
  if (isComplete(reason)) return responseObject(id, conversation, 'completed', output, usage)
  const incomplete_details = { reason: reason === 'length' ? 'max_output_tokens' : 'content_filter' }
  return { ...responseObject(id, conversation, 'incomplete', output, usage), incomplete_details }
}

function responseObject(
  id: string,
  conversation: Conversation,
  status: string,
  output: unknown[],
  usage: Usage | null,
): object {
  return {
    id,
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status,
    background: false,
    error: null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: conversation.maxOutputTokens,
    model: conversation.model,
    output,
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    service_tier: 'default',
    store: false,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    truncation: 'disabled',
    usage: usage === null ? null : responseUsage(usage),
    metadata: {},
  }
}

function responseUsage(usage: Usage): object {
  return {
    input_tokens: usage.inputTokens,
    input_tokens_details: { cached_tokens: usage.cachedTokens },
    output_tokens: usage.outputTokens,
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
    total_tokens: usage.inputTokens + usage.outputTokens,
  }
}
