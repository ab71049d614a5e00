import type { ImageModelV4CallOptions, ImageModelV4File, ImageModelV4Result } from '@ai-sdk/provider'
import type { PictureOptions, PictureStyle } from '@atrium/contract'
import { faultOf } from './fault-of.ts'
import type { Protocol } from './models-file.ts'
import { type PictureModel, sizeOf } from './picture-model.ts'
import { ProviderFault } from './provider-fault.ts'
import type { ResolvedModel } from './resolved-model.ts'
import type { PromptPicture } from './stream-model.ts'

/** What is to be made. */
interface PictureOrder extends PictureOptions {
  prompt: string
  /** Pictures to go by: the vendor changes or combines them. */
  pictures: readonly PromptPicture[]
}

/** Styles as vendors are told them: in words, which all of them understand. */
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
 * Asks a model for pictures and yields the bytes of each as it comes, at most as many as were ordered; what they are is for the
 * caller to look at. Where a vendor gives fewer in one request than are wanted, requests run side by side. Throws a `ProviderFault`
 * when a request did not end well, after the pictures of the others; the reason of `signal` when that ended it. Nothing is asked
 * twice.
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
    const requests = shares(order.count, mostPerRequest(model, maker.maxImagesPerCall)).map((count) =>
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
    if (ending.signal.aborted) throw ending.signal.reason
    if (fault !== null) throw faultOf(fault)
    if (made === 0) throw new ProviderFault('PROVIDER_EMPTY')
  } finally {
    clearTimeout(timeLimit)
    signal?.removeEventListener('abort', stop)
    // Whoever stops reading wants no more of them.
    ending.abort()
  }
}

type Attempt = { pictures: Buffer[]; error: unknown }

async function attempt(ask: () => PromiseLike<ImageModelV4Result>, count: number): Promise<Attempt> {
  try {
    const { images, isRetryable } = await ask()
    // Google says so of pictures that it does not want to show.
    const error = images.length === 0 && isRetryable === false ? new ProviderFault('CONTENT_FILTERED') : null
    return { pictures: images.slice(0, count).map(asBytes), error }
  } catch (error) {
    return { pictures: [], error }
  }
}

const asBytes = (image: string | Uint8Array): Buffer =>
  typeof image === 'string' ? Buffer.from(image, 'base64') : Buffer.from(image)

/** What each of several promises comes to, the first to end first. None of them may fail. */
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

const mostPerRequest = ({ perRequest }: PictureModel, known: unknown): number =>
  perRequest ?? (typeof known === 'number' && known >= 1 ? known : 1)

/** So many pictures in portions of at most `most`. */
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
  return {
    prompt: order.style ? `Style: ${styleWords[order.style]}.\n\n${order.prompt}` : order.prompt,
    n: count,
    // A vendor goes by one of the two.
    size: aspectRatio === undefined ? (size as `${number}x${number}`) : undefined,
    aspectRatio: aspectRatio as `${number}:${number}` | undefined,
    seed: undefined,
    files: files.length > 0 ? files : undefined,
    mask: undefined,
    providerOptions: vendorOptions(resolved.protocol, model),
    abortSignal: signal,
  }
}

/** Only OpenAI can be told how to make a picture and in what form to send it; Google chooses. */
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
