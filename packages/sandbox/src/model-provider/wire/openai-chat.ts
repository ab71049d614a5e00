import { randomUUID } from 'node:crypto'
import { inputText, type FinishReason, type ToolCall } from '../answer/steps.ts'
import type { Conversation, Turn } from '../conversation.ts'
import { malformed } from '../problem.ts'
import type { Usage } from '../usage.ts'
import { openaiProblem } from './openai-problem.ts'
import {
  isFields,
  readContent,
  readFields,
  nameOf,
  readLimit,
  readList,
  readText,
  toolsIn,
} from './reading.ts'
import { serverSentEvent, type EventEncoder, type WholeAnswer, type WireProtocol } from './wire-protocol.ts'

const finishReasons: Record<FinishReason, string> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content_filter',
  'tool-calls': 'tool_calls',
}
const roles = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function'])

/**
 * OpenAI's chat completions. Reasoning travels as `reasoning_content`, the form of DeepSeek and of most servers that
 * call themselves compatible (OpenAI's own models keep it to themselves in this protocol).
 */
export const openaiChat: WireProtocol = { readRequest, encoder, whole, problemBody: openaiProblem }

function readRequest(body: unknown): Conversation {
  const fields = readFields(body, 'The request body')
  const instructions: string[] = []
  const turns: Turn[] = []
  let toolResults: string[] = []
  for (const [place, message] of readList(fields, 'messages').entries()) {
    const where = `messages[${place}]`
    const { role, content } = readFields(message, `'${where}'`)
    if (typeof role !== 'string' || !roles.has(role))
      throw malformed(`Invalid value for '${where}.role'.`, `${where}.role`)
    const { text, images } = readContent(content, where)
    if (role === 'system' || role === 'developer') instructions.push(text)
    else if (role === 'tool') toolResults.push(text)
    else if (role === 'user' || role === 'assistant') turns.push({ role, text, images })
    if (role === 'user') toolResults = []
  }
  const streamOptions = fields['stream_options']
  return {
    model: readText(fields, 'model'),
    instructions: instructions.join('\n\n'),
    turns,
    tools: fields['tool_choice'] === 'none' ? [] : toolsIn(fields).map((tool) => nameOf(tool['function'])),
    toolResults,
    streaming: fields['stream'] === true,
    usageAskedFor: isFields(streamOptions) && streamOptions['include_usage'] === true,
    maxOutputTokens: readLimit(fields, 'max_completion_tokens') ?? readLimit(fields, 'max_tokens'),
  }
}

function encoder(conversation: Conversation): EventEncoder {
  const head = {
    id: `chatcmpl-${randomUUID()}`,
    object: 'chat.completion.chunk',
    created: nowInSeconds(),
    model: conversation.model,
    system_fingerprint: 'fp_sandbox',
  }
  const chunk = (delta: object, finish_reason: string | null = null) =>
    serverSentEvent({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason }] })
  let calls = 0
  return {
    start: () => chunk({ role: 'assistant', content: '' }),
    text: (content) => chunk({ content }),
    reasoning: (reasoning_content) => chunk({ reasoning_content }),
    call: (call) => {
      const index = calls++
      const [first, ...rest] = cutInTwo(inputText(call))
      return [
        chunk({ tool_calls: [{ index, ...toolCallOf({ name: call.name, input: first ?? '' }) }] }),
        ...rest.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
      ].join('')
    },
    finish: (reason, usage) => {
      const counts =
        usage !== null && conversation.usageAskedFor
          ? serverSentEvent({ ...head, choices: [], usage: chatUsage(usage) })
          : ''
      return chunk({}, finishReasons[reason]) + counts + serverSentEvent('[DONE]')
    },
    fail: (problem) => serverSentEvent(openaiProblem(problem)),
  }
}

function whole(conversation: Conversation, answer: WholeAnswer): unknown {
  const message = {
    role: 'assistant',
    content: answer.text,
    refusal: null,
    ...(answer.reasoning === '' ? {} : { reasoning_content: answer.reasoning }),
    ...(answer.calls.length > 0 && { tool_calls: answer.calls.map(toolCallOf) }),
  }
  return {
    id: `chatcmpl-${randomUUID()}`,
    object: 'chat.completion',
    created: nowInSeconds(),
    model: conversation.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReasons[answer.finishReason] }],
    ...(answer.usage === null ? {} : { usage: chatUsage(answer.usage) }),
    system_fingerprint: 'fp_sandbox',
  }
}

const toolCallOf = (call: ToolCall) => ({
  id: `call_${randomUUID()}`,
  type: 'function',
  function: { name: call.name, arguments: inputText(call) },
})

/** Vendors send arguments in pieces. */
const cutInTwo = (text: string) => [text.slice(0, text.length >> 1), text.slice(text.length >> 1)]

function chatUsage(usage: Usage): unknown {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedTokens },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  }
}

function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
