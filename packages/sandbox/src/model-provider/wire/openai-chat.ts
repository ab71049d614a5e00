import { randomUUID } from 'node:crypto'
import type { FinishReason } from '../answer/steps.ts'
import type { Conversation, Turn } from '../conversation.ts'
import { malformed } from '../problem.ts'
import type { Usage } from '../usage.ts'
import { openaiProblem } from './openai-problem.ts'
import { isFields, readContent, readFields, readLimit, readList, readText } from './reading.ts'
import { serverSentEvent, type EventEncoder, type WholeAnswer, type WireProtocol } from './wire-protocol.ts'

const finishReasons: Record<FinishReason, string> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content_filter',
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
  for (const [place, message] of readList(fields, 'messages').entries()) {
    const where = `messages[${place}]`
    const { role, content } = readFields(message, `'${where}'`)
    if (typeof role !== 'string' || !roles.has(role))
      throw malformed(`Invalid value for '${where}.role'.`, `${where}.role`)
    const { text, images } = readContent(content, where)
    if (role === 'system' || role === 'developer') instructions.push(text)
    else if (role === 'user' || role === 'assistant') turns.push({ role, text, images })
  }
  const streamOptions = fields['stream_options']
  return {
    model: readText(fields, 'model'),
    instructions: instructions.join('\n\n'),
    turns,
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
  return {
    start: () => chunk({ role: 'assistant', content: '' }),
    text: (content) => chunk({ content }),
    reasoning: (reasoning_content) => chunk({ reasoning_content }),
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
