import { detectLanguage } from './language/detect-language.ts'
import { hashOf } from './language/seed.ts'
import { termsOf } from './language/words.ts'
import { malformed, unfitModel, unknownModel } from './problem.ts'
import { sandboxModels } from './models.ts'
import { countTokens } from './usage.ts'
import { readFields, readLimit, readText } from './wire/reading.ts'

const usualDimensions = 384

/** Answers `POST /v1/embeddings`. Throws RequestProblem. */
export function answerEmbeddings(body: unknown): unknown {
  const fields = readFields(body, 'The request body')
  const model = readText(fields, 'model')
  const known = sandboxModels.find(({ id }) => id === model)
  if (known === undefined) throw unknownModel(model)
  if (known.kind !== 'embeddings') throw unfitModel(model, 'an embedding model')
  const dimensions = readLimit(fields, 'dimensions') ?? usualDimensions
  if (dimensions > 4096) throw malformed("'dimensions' must be at most 4096.", 'dimensions')
  const texts = textsIn(fields['input'])
  const asBase64 = fields['encoding_format'] === 'base64'
  const data = texts.map((text, index) => {
    const vector = embed(text, dimensions)
    return {
      object: 'embedding',
      index,
      embedding: asBase64 ? Buffer.from(vector.buffer).toString('base64') : [...vector],
    }
  })
  const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0)
  return { object: 'list', data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } }
}

function textsIn(input: unknown): string[] {
  const list: unknown[] = Array.isArray(input) ? input : [input]
  const texts = list.filter((text): text is string => typeof text === 'string' && text !== '')
  if (texts.length === 0 || texts.length !== list.length || texts.length > 2048) {
    throw malformed("'input' must be a text, or a list of 1 to 2048 texts, none empty.", 'input')
  }
  return texts
}

/**
 * A vector of length 1 from a text's terms by feature hashing: each term adds to four dimensions with a random sign, and each of its
 * trigrams to one dimension with less weight, so that texts with similar words are near.
 */
function embed(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions)
  const add = (feature: string, weight: number) => {
    const hash = hashOf(feature)
    const place = hash % dimensions
    vector[place] = (vector[place] ?? 0) + (hash & 0x10000 ? weight : -weight)
  }
  for (const term of termsOf(text, detectLanguage(text))) {
    for (let turn = 0; turn < 4; turn++) add(`${turn}/${term}`, 1)
    for (let at = 0; at + 3 <= term.length; at++) add(`…${term.slice(at, at + 3)}`, 0.4)
  }
  const length = Math.hypot(...vector)
  // A text without any term still needs a direction.
  if (length === 0) vector[hashOf(text) % dimensions] = 1
  return length === 0 ? vector : vector.map((value) => value / length)
}
