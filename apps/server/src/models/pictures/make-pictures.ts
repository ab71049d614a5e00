import type { ImageModelV4CallOptions, ImageModelV4File, ImageModelV4Result } from '@ai-sdk/provider'
import { type PictureOptions, type PictureStyle, storable } from '@atrium/contract'
import { faultOf } from '../wire/fault-of.ts'
import type { Protocol } from '../catalogue/models-file.ts'
import { type PictureModel, sizeOf } from './picture-model.ts'
import { ProviderFault } from '../wire/provider-fault.ts'
import type { ResolvedModel } from '../catalogue/resolved-model.ts'
import type { PromptPicture } from '../wire/stream-model.ts'

/** A request for pictures. */
interface PictureOrder extends PictureOptions {
  prompt: string
  /** Reference pictures: the vendor changes or combines them. */
  pictures: readonly PromptPicture[]
}

/** Styles as words in the prompt, which all vendors understand. */
const styleWords: Record<PictureStyle, string> = {
  photograph: 'a photograph',
  illustration: 'an illustration',
  watercolour: 'a watercolour painting',
  sketch: 'a pencil sketch',
  flat: 'flat design with plain areas of colour',
  'three-d': 'a 3D rendering',
  'pixel-art': 'pixel art',
}

/**
 * Requests pictures from a model and yields the bytes of each on arrival, at most the requested number; the caller checks what they
 * are. Runs requests in parallel where a vendor returns fewer per request. Throws a `ProviderFault` for a failed request after
 * the pictures of the others; the reason of `signal` when aborted. Never retries.
 */
export async function* makePictures(
  resolved: ResolvedModel,
  order: PictureOrder,
  { signal }: { signal?: AbortSignal | undefined } = {},
): AsyncGenerator<Buffer, void, undefined> {
  const { pictures: model } = resolved
  if (!model) throw new Error(`${resolved.modelId} does not make pictures.`)
  signal?.throwIfAborted()
  const ending = new AbortController()
  const stop = () => ending.abort(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  const timeLimit = setTimeout(
    () => ending.abort(new ProviderFault('ANSWER_TOO_LONG')),
    resolved.answerLimitMs,
  )
  try {
    const files = await filesOf(order.pictures)
    const maker = resolved.maker()
    const requests = shares(order.count, maxPerRequest(model, maker.maxImagesPerCall)).map((count) =>
      attempt(
        () => maker.doGenerate(callOptions({ resolved, model, order, files, count, signal: ending.signal })),
        count,
      ),
    )
    let fault: unknown = null
    let made = 0
    for await (const { pictures, error } of asTheyEnd(requests)) {
      fault ??= error
      made += pictures.length
      yield* pictures
    }
    if (made === 0) fault ??= new ProviderFault('PROVIDER_EMPTY')
    const thrown = ending.signal.aborted ? ending.signal.reason : fault && faultOf(fault)
    if (thrown instanceof ProviderFault) resolved.onFault?.(thrown.code)
    if (thrown) throw thrown
  } finally {
    clearTimeout(timeLimit)
    signal?.removeEventListener('abort', stop)
    // A consumer that stops reading needs no more pictures.
    ending.abort()
  }
}

type Attempt = { pictures: Buffer[]; error: unknown }

async function attempt(ask: () => PromiseLike<ImageModelV4Result>, count: number): Promise<Attempt> {
  try {
    const { images, isRetryable } = await ask()
    // Google's reply for pictures that it withholds.
    const error = images.length === 0 && isRetryable === false ? new ProviderFault('CONTENT_FILTERED') : null
    return { pictures: images.slice(0, count).map(asBytes), error }
  } catch (error) {
    return { pictures: [], error }
  }
}

const asBytes = (image: string | Uint8Array): Buffer =>
  typeof image === 'string' ? Buffer.from(image, 'base64') : Buffer.from(image)

/** Yields the results of several promises in the order in which they settle. None may reject. */
async function* asTheyEnd<Value>(
  promises: readonly Promise<Value>[],
): AsyncGenerator<Value, void, undefined> {
  const waiting = new Map(
    promises.map((promise, index) => [index, promise.then((value) => ({ index, value }))]),
  )
  while (waiting.size > 0) {
    const { index, value } = await Promise.race(waiting.values())
    waiting.delete(index)
    yield value
  }
}

const maxPerRequest = ({ perRequest }: PictureModel, known: unknown): number =>
  perRequest ?? (typeof known === 'number' && known >= 1 ? known : 1)

/** Splits a number of pictures into portions. */
const shares = (count: number, most: number): number[] =>
  Array.from({ length: Math.ceil(count / most) }, (_, index) => Math.min(most, count - index * most))

type Call = {
  resolved: ResolvedModel
  model: PictureModel
  order: PictureOrder
  files: ImageModelV4File[]
  count: number
  signal: AbortSignal
}

function callOptions({ resolved, model, order, files, count, signal }: Call): ImageModelV4CallOptions {
  const { size, aspectRatio } = sizeOf(model, order.size)
  const prompt = storable(order.prompt)
  return {
    prompt: order.style ? `Style: ${styleWords[order.style]}.\n\n${prompt}` : prompt,
    n: count,
    // A vendor takes one of the two.
    size: aspectRatio === undefined ? (size as `${number}x${number}`) : undefined,
    aspectRatio: aspectRatio as `${number}:${number}` | undefined,
    seed: undefined,
    files: files.length > 0 ? files : undefined,
    mask: undefined,
    providerOptions: vendorOptions(resolved.protocol, model),
    abortSignal: signal,
  }
}

/** Only OpenAI has options for quality and format; Google chooses. */
const vendorOptions = (
  protocol: Protocol,
  { format, quality }: PictureModel,
): ImageModelV4CallOptions['providerOptions'] =>
  protocol === 'google'
    ? {}
    : { openai: { ...(format && { outputFormat: format }), ...(quality && { quality }) } }

async function filesOf(pictures: readonly PromptPicture[]): Promise<ImageModelV4File[]> {
  const files: ImageModelV4File[] = []
  for (const { contentType, read } of pictures) {
    const data = await read()
    if (data) files.push({ type: 'file', mediaType: contentType, data })
  }
  return files
}
