import { createHash, randomUUID } from 'node:crypto'
import { inputText, type FinishReason, type ToolCall } from '../answer/steps.ts'
import type { Conversation, Turn } from '../conversation.ts'
import { malformed, type Problem } from '../problem.ts'
import type { Usage } from '../usage.ts'
import {
  readContent,
  readFields,
  isFields,
  nameOf,
  readLimit,
  readList,
  readText,
  toolsIn,
} from './reading.ts'
import { serverSentEvent, type EventEncoder, type WholeAnswer, type WireProtocol } from './wire-protocol.ts'

const stopReasons: Record<FinishReason, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  'content-filter': 'refusal',
  'tool-calls': 'tool_use',
}

/** Anthropic's Messages, with thinking blocks, their signature, and pings. */
export const anthropicMessages: WireProtocol = { readRequest, encoder, whole, problemBody }

function readRequest(body: unknown): Conversation {
  const fields = readFields(body, 'The request body')
  let toolResults: string[] = []
  const turns = readList(fields, 'messages').flatMap((message, place): Turn[] => {
    const where = `messages.${place}`
    const { role, content } = readFields(message, `'${where}'`)
    if (role !== 'user' && role !== 'assistant')
      throw malformed(`${where}.role: Input should be 'user' or 'assistant'`)
    const results = resultsIn(content, where)
    if (results.length > 0) {
      toolResults.push(...results)
      return []
    }
    if (role === 'user') toolResults = []
    return [{ role, ...readContent(content, where) }]
  })
  const maxOutputTokens = readLimit(fields, 'max_tokens')
  if (maxOutputTokens === null) throw malformed('max_tokens: Field required')
  return {
    model: readText(fields, 'model'),
    instructions: readContent(fields['system'], 'system').text,
    turns,
    tools: toolsIn(fields).map(nameOf),
    toolResults,
    streaming: fields['stream'] === true,
    usageAskedFor: true,
    maxOutputTokens,
  }
}

function resultsIn(content: unknown, where: string): string[] {
  if (!Array.isArray(content)) return []
  return content
    .filter(isFields)
    .filter((part) => part['type'] === 'tool_result')
    .map((part) => readContent(part['content'], where).text)
}

type BlockKind = 'thinking' | 'text'

function encoder(conversation: Conversation, promptUsage: Usage): EventEncoder {
  let block: { kind: BlockKind; text: string } | null = null
  let index = -1
  const event = (type: string, fields: object) => serverSentEvent({ type, ...fields }, type)
  const delta = (fields: object) => event('content_block_delta', { index, delta: fields })

  const closeBlock = () => {
    if (block === null) return ''
    const signature =
      block.kind === 'thinking' ? delta({ type: 'signature_delta', signature: signatureOf(block.text) }) : ''
    block = null
    return signature + event('content_block_stop', { index })
  }
  const enterBlock = (kind: BlockKind, text: string) => {
    if (block?.kind === kind) {
      block.text += text
      return ''
    }
    const closing = closeBlock()
    index++
    block = { kind, text }
    const content_block =
      kind === 'thinking' ? { type: 'thinking', thinking: '', signature: '' } : { type: 'text', text: '' }
    const opening = event('content_block_start', { index, content_block })
    return closing + opening + (index === 0 ? event('ping', {}) : '')
  }

  return {
    start: () => {
      const usage = anthropicUsage({ ...promptUsage, outputTokens: 1 })
      return event('message_start', {
        message: { ...messageHead(conversation), content: [], stop_reason: null, stop_sequence: null, usage },
      })
    },
    text: (text) => enterBlock('text', text) + delta({ type: 'text_delta', text }),
    reasoning: (thinking) => enterBlock('thinking', thinking) + delta({ type: 'thinking_delta', thinking }),
    call: (call) => {
      const closing = closeBlock()
      index++
      const content_block = toolUseOf({ name: call.name, input: {} })
      return [
        closing,
        event('content_block_start', { index, content_block }),
        delta({ type: 'input_json_delta', partial_json: inputText(call) }),
        event('content_block_stop', { index }),
      ].join('')
    },
    finish: (reason, usage) => {
      // This protocol has no event without a count: the nearest to none is a count of nothing.
      const counts = usage === null ? { output_tokens: 0 } : anthropicUsage(usage)
      return (
        closeBlock() +
        event('message_delta', {
          delta: { stop_reason: stopReasons[reason], stop_sequence: null },
          usage: counts,
        }) +
        event('message_stop', {})
      )
    },
    fail: (problem) => serverSentEvent(problemBody(problem), 'error'),
  }
}

function whole(conversation: Conversation, answer: WholeAnswer): unknown {
  const thinking =
    answer.reasoning === ''
      ? []
      : [{ type: 'thinking', thinking: answer.reasoning, signature: signatureOf(answer.reasoning) }]
  const text = answer.text === '' ? [] : [{ type: 'text', text: answer.text }]
  return {
    ...messageHead(conversation),
    content: [...thinking, ...text, ...answer.calls.map(toolUseOf)],
    stop_reason: stopReasons[answer.finishReason],
    stop_sequence: null,
    usage: answer.usage === null ? { input_tokens: 0, output_tokens: 0 } : anthropicUsage(answer.usage),
  }
}

const toolUseOf = ({ name, input }: ToolCall) => ({
  type: 'tool_use',
  id: `toolu_${randomUUID()}`,
  name,
  input: typeof input === 'string' ? {} : input,
})

function messageHead(conversation: Conversation): object {
  return { id: `msg_${randomUUID()}`, type: 'message', role: 'assistant', model: conversation.model }
}

/** In this protocol the input tokens do not include those read from the cache. */
function anthropicUsage(usage: Usage): object {
  return {
    input_tokens: usage.inputTokens - usage.cachedTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: usage.cachedTokens,
    output_tokens: usage.outputTokens,
    output_tokens_details: { thinking_tokens: usage.reasoningTokens },
  }
}

function signatureOf(thinking: string): string {
  return createHash('sha256').update(thinking).digest('base64')
}

const errorTypes: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

function problemBody({ status, message }: Problem): unknown {
  return {
    type: 'error',
    error: { type: errorTypes[status] ?? 'api_error', message },
    request_id: `req_${randomUUID()}`,
  }
}
