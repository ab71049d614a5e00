import { malformed, unfitModel, unknownModel } from './problem.ts'
import { paint } from './painter/paint.ts'
import { sandboxModels } from './models.ts'
import { countTokens } from './usage.ts'
import { readFields, readLimit, readText } from './wire/reading.ts'

const largestSide = 2048
const mostImages = 4
// Vendors count an image as tokens by its area; this is about what a square of 1024 costs at medium quality.
const pixelsPerToken = 1000

/** Answers `POST /v1/images/generations` with real PNG files, base64 coded. Throws RequestProblem. */
export function answerImages(body: unknown): unknown {
  const fields = readFields(body, 'The request body')
  const model = readText(fields, 'model')
  const known = sandboxModels.find(({ id }) => id === model)
  if (known === undefined) throw unknownModel(model)
  if (known.kind !== 'images') throw unfitModel(model, 'an image model')
  const prompt = readText(fields, 'prompt')
  const howMany = readLimit(fields, 'n') ?? 1
  if (howMany > mostImages) throw malformed(`'n' must be at most ${mostImages}.`, 'n')
  const { width, height } = readSize(fields['size'])
  const data = Array.from({ length: howMany }, (_, at) => ({
    b64_json: paint({ prompt, width, height, variant: at }).toString('base64'),
  }))
  const input_tokens = countTokens(prompt)
  const output_tokens = Math.ceil((width * height) / pixelsPerToken) * howMany
  const usage = {
    input_tokens,
    output_tokens,
    total_tokens: input_tokens + output_tokens,
    input_tokens_details: { text_tokens: input_tokens, image_tokens: 0 },
  }
  return {
    created: Math.floor(Date.now() / 1000),
    data,
    output_format: 'png',
    size: `${width}x${height}`,
    usage,
  }
}

function readSize(size: unknown): { width: number; height: number } {
  if (size === undefined || size === null || size === 'auto') return { width: 1024, height: 1024 }
  const [, width, height] =
    (typeof size === 'string' ? /^(\d{2,4})x(\d{2,4})$/.exec(size)?.map(Number) : undefined) ?? []
  if (!width || !height || Math.max(width, height) > largestSide) {
    throw malformed(`'size' must be 'auto' or such as '1024x1024', at most ${largestSide} a side.`, 'size')
  }
  return { width, height }
}
