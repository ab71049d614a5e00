import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'

/** For the tests of this package: an answer as the AI SDK's own provider packages read it. */
export interface ReadAnswer {
  text: string
  reasoning: string
  deltas: number
  finishReason: LanguageModelV4FinishReason | undefined
  finishes: number
  usage: LanguageModelV4Usage | undefined
  /** Error parts of the stream, and errors thrown by the call or by reading it. */
  errors: unknown[]
}

export type Vendor = 'openai chat' | 'openai responses' | 'anthropic' | 'openai compatible'
export const vendors: Vendor[] = ['openai chat', 'openai responses', 'anthropic', 'openai compatible']

/** A sandbox model as a client of that vendor sees it. */
export function modelOf(vendor: Vendor, url: string, model: string, apiKey = 'any'): LanguageModelV4 {
  const baseURL = `${url}/v1`
  switch (vendor) {
    case 'openai chat':
      return createOpenAI({ baseURL, apiKey }).chat(model)
    case 'openai responses':
      return createOpenAI({ baseURL, apiKey }).responses(model)
    case 'anthropic':
      return createAnthropic({ baseURL, apiKey })(model)
    case 'openai compatible':
      return createOpenAICompatible({ name: 'sandbox', baseURL, apiKey, includeUsage: true })(model)
  }
}

/** One user question, after instructions and earlier turns where they are given. */
export function asking(
  question: string,
  more: { instructions?: string; earlier?: [string, string][] } & Partial<LanguageModelV4CallOptions> = {},
): LanguageModelV4CallOptions {
  const { instructions, earlier = [], ...options } = more
  const prompt: LanguageModelV4CallOptions['prompt'] = []
  if (instructions !== undefined) prompt.push({ role: 'system', content: instructions })
  for (const [asked, answered] of earlier) {
    prompt.push(
      { role: 'user', content: [{ type: 'text', text: asked }] },
      { role: 'assistant', content: [{ type: 'text', text: answered }] },
    )
  }
  prompt.push({ role: 'user', content: [{ type: 'text', text: question }] })
  return { prompt, ...options }
}

const emptyAnswer = (): ReadAnswer => ({
  text: '',
  reasoning: '',
  deltas: 0,
  finishReason: undefined,
  finishes: 0,
  usage: undefined,
  errors: [],
})

export async function readStream(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
): Promise<ReadAnswer> {
  const answer = emptyAnswer()
  try {
    const { stream } = await model.doStream(options)
    for await (const part of stream) {
      if (part.type === 'text-delta') answer.text += part.delta
      if (part.type === 'reasoning-delta') answer.reasoning += part.delta
      // The chat protocol opens with an empty chunk.
      if ((part.type === 'text-delta' || part.type === 'reasoning-delta') && part.delta !== '')
        answer.deltas++
      if (part.type === 'error') answer.errors.push(part.error)
      if (part.type === 'finish') {
        answer.finishes++
        answer.finishReason = part.finishReason
        answer.usage = part.usage
      }
    }
  } catch (error) {
    answer.errors.push(error)
  }
  return answer
}

export async function readWhole(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
): Promise<ReadAnswer> {
  const answer = emptyAnswer()
  try {
    const { content, finishReason, usage } = await model.doGenerate(options)
    for (const part of content) {
      if (part.type === 'text') answer.text += part.text
      if (part.type === 'reasoning') answer.reasoning += part.text
    }
    return { ...answer, finishReason, usage, finishes: 1 }
  } catch (error) {
    return { ...answer, errors: [error] }
  }
}
