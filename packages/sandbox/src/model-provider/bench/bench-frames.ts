import type { Conversation } from '../conversation.ts'
import { countTokens } from '../usage.ts'
import type { WireProtocol } from '../wire/wire-protocol.ts'
import { benchText, benchWord, type BenchModel } from './bench-model.ts'

const cache = new Map<string, Buffer[]>()
const cacheSize = 64
const inputTokens = 10

/**
 * One answer of a bench model, each chunk serialised with its HTTP chunk header, once for all requests of a kind. The
 * opening events travel with the first chunk, the closing ones with the last. Every answer of a kind carries the same ids.
 */
export function benchFrames(id: string, model: BenchModel, path: string, wire: WireProtocol): Buffer[] {
  const key = `${path} ${id}`
  const known = cache.get(key)
  if (known !== undefined) return known
  if (cache.size >= cacheSize) cache.clear()
  const frames = serialise(id, model, wire)
  cache.set(key, frames)
  return frames
}

function serialise(id: string, model: BenchModel, wire: WireProtocol): Buffer[] {
  const conversation: Conversation = {
    model: id,
    instructions: '',
    turns: [],
    tools: [],
    toolResults: [],
    streaming: true,
    usageAskedFor: true,
    maxOutputTokens: null,
  }
  const usage = {
    inputTokens,
    cachedTokens: 0,
    outputTokens: countTokens(benchText(model)),
    reasoningTokens: 0,
  }
  const encoder = wire.encoder(conversation, usage)
  return Array.from({ length: model.chunks }, (_, at) => {
    const opening = at === 0 ? encoder.start() : ''
    const delta = encoder.text(benchWord(at + 1))
    return httpChunk(opening + delta + (at === model.chunks - 1 ? encoder.finish('stop', usage) : ''))
  })
}

function httpChunk(text: string): Buffer {
  return Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
}
