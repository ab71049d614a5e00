import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { Connection } from './answer/connection.ts'
import { rest, type Pace } from './answer/pace.ts'
import { chooseFaults, type FaultSources } from './faults/choose-faults.ts'
import type { Faults } from './faults/faults.ts'
import { withoutDirectives } from './faults/parse-faults.ts'
import { sendFaultyRefusal } from './faults/refuse.ts'
import { hashOf } from './language/seed.ts'
import { sandboxModels } from './models.ts'
import { paint } from './painter/paint.ts'
import { malformed, RequestProblem, unfitModel, unknownModel } from './problem.ts'
import type { RecordedRequest, RequestState } from './recorded-requests.ts'
import { sendJson } from './send-json.ts'
import { countTokens } from './usage.ts'
import { openaiProblem } from './wire/openai-problem.ts'
import { readFields, readLimit, readText } from './wire/reading.ts'

const maxSide = 2048
const maxImages = 4
// Vendors count an image as tokens by its area; this is roughly a 1024 square at medium quality.
const pixelsPerToken = 1000
/** Painting takes about this many times the time to a first word. */
const slowerThanWords = 10

export interface Studio extends FaultSources {
  pace: Pace
  /** How often a prompt was painted, by its hash: each time it becomes another picture. */
  painted: Map<number, number>
}

/**
 * Answers `POST /v1/images/generations` and `/v1/images/edits` with real PNG files in base64, with the requested faults. The part of a
 * prompt before a line `What to make:` is background and is not painted.
 */
export async function answerImages(
  studio: Studio,
  request: RecordedRequest,
  response: ServerResponse,
): Promise<RequestState> {
  try {
    const order = readOrder(request.body)
    const asked =
      order.prompt
        .split(/^What to make:$/m)
        .at(-1)
        ?.trim() ?? ''
    request.question = asked
    const faults = chooseFaults(studio, request, asConversation(order.model, asked))
    const connection = new Connection(response, 'whole')
    const delayMs = faults.firstTokenMs ?? studio.pace.firstTokenMs * slowerThanWords
    if (!(await rest(delayMs, connection.gone))) return 'client-left'
    if (sendFaultyRefusal(response, { problemBody: openaiProblem }, faults)) return 'refused'
    return await deliver(
      { ...order, prompt: withoutDirectives(asked) },
      { studio, faults, connection, response },
    )
  } catch (error) {
    if (!(error instanceof RequestProblem)) throw error
    sendJson(response, error.problem.status, openaiProblem(error.problem))
    return 'refused'
  }
}

type Order = { model: string; prompt: string; howMany: number; width: number; height: number; inputs: number }

type Easel = { studio: Studio; faults: Faults; connection: Connection; response: ServerResponse }

async function deliver(order: Order, { studio, faults, connection, response }: Easel): Promise<RequestState> {
  for (const { step } of faults.interruptions) {
    if ('stall' in step) {
      await connection.untilGone()
      return 'client-left'
    }
    if ('drop' in step) {
      await connection.drop()
      return 'dropped'
    }
    if ('finish' in step) throw blocked()
    if ('fail' in step) {
      sendJson(response, step.fail.status, openaiProblem(step.fail))
      return 'failed'
    }
  }
  const isCutShort = faults.interruptions.some(({ step }) => 'malformed' in step)
  sendJson(response, 200, painted(order, studio, faults), { cutShort: isCutShort })
  return 'answered'
}

function painted({ prompt, howMany, width, height, inputs }: Order, studio: Studio, faults: Faults): unknown {
  const subject = hashOf(`${prompt} ${inputs}`)
  const before = studio.painted.get(subject) ?? 0
  studio.painted.set(subject, before + howMany)
  const delivered = faults.output?.kind === 'none' ? 0 : faults.picture === 'fewer' ? howMany - 1 : howMany
  const data = Array.from({ length: delivered }, (_, at) => ({
    b64_json: spoilt(faults.picture, () =>
      paint({ prompt, width, height, variant: before + at + inputs * 1000 }),
    ),
  }))
  const input_tokens = countTokens(prompt)
  const output_tokens = Math.ceil((width * height) / pixelsPerToken) * delivered
  return {
    created: Math.floor(Date.now() / 1000),
    data,
    output_format: 'png',
    size: `${width}x${height}`,
    usage: {
      input_tokens,
      output_tokens,
      total_tokens: input_tokens + output_tokens,
      input_tokens_details: { text_tokens: input_tokens, image_tokens: 0 },
    },
  }
}

function spoilt(fault: Faults['picture'], draw: () => Buffer): string {
  switch (fault) {
    case 'not-a-picture':
      return Buffer.from('<html>This is no picture.</html>').toString('base64')
    case 'bad-base64':
      return '%%% this is not base64 %%%'
    case 'cut-short':
      return draw().subarray(0, -20).toString('base64')
    case 'too-wide':
      return paint({ prompt: 'a line', width: 5000, height: 2, variant: 0 }).toString('base64')
    case 'fewer':
    case undefined:
      return draw().toString('base64')
  }
}

function readOrder(body: unknown): Order {
  const fields = readFields(body, 'The request body')
  const model = readText(fields, 'model')
  const known = sandboxModels.find(({ id }) => id === model)
  if (known === undefined) throw unknownModel(model)
  if (known.kind !== 'images') throw unfitModel(model, 'an image model')
  const howMany = readLimit(fields, 'n') ?? 1
  if (howMany > maxImages) throw malformed(`'n' must be at most ${maxImages}.`, 'n')
  const inputs = typeof fields['image'] === 'number' ? fields['image'] : 0
  return { model, prompt: readText(fields, 'prompt'), howMany, inputs, ...readSize(fields['size']) }
}

/** The form of an edit as fields: texts, the number of pictures as one, and what else is a number as such. */
export async function readEdit(body: Buffer, headers: IncomingHttpHeaders): Promise<unknown> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData()
  const texts = [...form].filter(([, value]) => typeof value === 'string')
  const pictures = [...form].filter(
    ([name, value]) => /^image(\[\])?$/.test(name) && typeof value !== 'string',
  )
  if (pictures.length === 0) throw malformed("Missing required parameter: 'image'.", 'image')
  return {
    ...Object.fromEntries(texts),
    ...(form.has('n') && { n: Number(form.get('n')) }),
    image: pictures.length,
  }
}

const asConversation = (model: string, question: string) => ({
  model,
  instructions: '',
  turns: [{ role: 'user' as const, text: question, images: 0 }],
  tools: [],
  toolResults: [],
  streaming: false,
  usageAskedFor: false,
  maxOutputTokens: null,
})

const blocked = () =>
  new RequestProblem({
    status: 400,
    type: 'image_generation_user_error',
    code: 'moderation_blocked',
    param: null,
    message: 'Your request was rejected by the safety system.',
  })

function readSize(size: unknown): { width: number; height: number } {
  if (size === undefined || size === null || size === 'auto') return { width: 1024, height: 1024 }
  const [, width, height] =
    (typeof size === 'string' ? /^(\d{2,4})x(\d{2,4})$/.exec(size)?.map(Number) : undefined) ?? []
  if (!width || !height || Math.max(width, height) > maxSide) {
    throw malformed(`'size' must be 'auto' or such as '1024x1024', at most ${maxSide} a side.`, 'size')
  }
  return { width, height }
}
