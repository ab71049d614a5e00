import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { png } from '../../files/pictures/pictures-for-tests.ts'
import { pictureMakersOf } from './image-models.ts'
import { limitedFetch } from '../wire/limited-fetch.ts'
import { makePictures } from './make-pictures.ts'
import type { Protocol } from '../catalogue/models-file.ts'
import { ProviderRow } from '../catalogue/models-file.ts'
import type { PictureModel } from './picture-model.ts'
import { ProviderFault } from '../wire/provider-fault.ts'
import { Secret } from '../../platform/config/secret.ts'
import type { ResolvedModel } from '../catalogue/resolved-model.ts'
import { modelAt } from '../testing/replay.ts'

type Received = { path: string; body: Record<string, unknown>; headers: IncomingMessage['headers'] }
let server: Server
let address = ''
let received: Received[] = []
let answer: (response: ServerResponse, request: Received) => void

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
      const wireRequest = { path: request.url ?? '', body, headers: request.headers }
      received.push(wireRequest)
      response.setHeader('content-type', 'application/json')
      answer(response, wireRequest)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const sizes = [
  { size: '1024x1024', aspectRatio: '1:1', milliEach: 1 },
  { size: '1376x768', aspectRatio: '16:9', milliEach: 1 },
]
const openAiSizes = sizes.map(({ size, milliEach }) => ({ size, milliEach }))

function maker(protocol: Protocol, pictures: Partial<PictureModel> = {}): ResolvedModel {
  received = []
  const row = ProviderRow.parse({ name: 'vendor', displayName: 'Vendor', protocol, baseUrl: [address] })
  const makers = pictureMakersOf({ row, baseUrl: address, key: new Secret('the-key') }, { fetch })
  const name = protocol === 'google' ? 'gemini-nano-banana-2.1' : 'gpt-image-2'
  return modelAt(
    address,
    protocol,
    { fetch, post: () => Promise.reject(new Error('not used')) },
    {
      pictures: {
        most: 4,
        styles: ['sketch'],
        sizes: protocol === 'google' ? sizes : openAiSizes,
        ...pictures,
      },
      maker: () => makers?.(name) as ReturnType<ResolvedModel['maker']>,
    },
  )
}

const order = { prompt: 'A boat', pictures: [], count: 2, size: '1376x768', style: null }
async function made(model: ResolvedModel, more: Partial<Parameters<typeof makePictures>[1]> = {}) {
  const pictures: Buffer[] = []
  for await (const picture of makePictures(model, { ...order, ...more })) pictures.push(picture)
  return pictures
}

const shown = { inlineData: { mimeType: 'image/png', data: png.toString('base64') } }
const asGoogle = (parts: unknown[], finishReason = 'STOP') =>
  JSON.stringify({ candidates: [{ content: { role: 'model', parts }, finishReason }] })
const asOpenAi = (count: number) =>
  JSON.stringify({
    created: 1,
    data: Array.from({ length: count }, () => ({ b64_json: png.toString('base64') })),
  })

test('ANS-04 Google gets an aspect ratio, one picture per request, and its key', async () => {
  answer = (response) => response.end(asGoogle([shown]))
  expect(await made(maker('google'), { style: 'sketch' })).toEqual([png, png])
  expect(received).toHaveLength(2)
  expect(received[0]).toMatchObject({
    path: '/models/gemini-nano-banana-2.1:generateContent',
    body: { generationConfig: { responseModalities: ['IMAGE'], imageConfig: { aspectRatio: '16:9' } } },
  })
  expect(received[0]?.headers['x-goog-api-key']).toBe('the-key')
  expect(JSON.stringify(received[0]?.body)).toContain('Style: a pencil sketch.')
})

test('ANS-04 a picture withheld by Google is CONTENT_FILTERED', async () => {
  answer = (response) => response.end(asGoogle([], 'IMAGE_SAFETY'))
  await expect(made(maker('google'))).rejects.toMatchObject({ code: 'CONTENT_FILTERED' })
})

test("ANS-04 OpenAI gets a size in pixels, all pictures in one request, and the file's format", async () => {
  answer = (response) => response.end(asOpenAi(2))
  expect(await made(maker('openai-responses', { format: 'jpeg', quality: 'medium' }))).toEqual([png, png])
  expect(received).toMatchObject([
    {
      path: '/images/generations',
      body: {
        model: 'gpt-image-2',
        prompt: 'A boat',
        n: 2,
        size: '1376x768',
        output_format: 'jpeg',
        quality: 'medium',
      },
    },
  ])
})

test('ANS-04 pictures of successful requests arrive before the error of a failed one', async () => {
  let requests = 0
  answer = (response) => {
    requests += 1
    response.statusCode = requests === 1 ? 400 : 200
    response.end(
      requests === 1
        ? JSON.stringify({
            error: { code: 'moderation_blocked', type: 'image_generation_user_error', message: 'No.' },
          })
        : asOpenAi(1),
    )
  }
  const pictures: Buffer[] = []
  const making = async () => {
    for await (const picture of makePictures(maker('openai', { perRequest: 1 }), { ...order, count: 3 }))
      pictures.push(picture)
  }
  await expect(making()).rejects.toMatchObject({ code: 'CONTENT_FILTERED' })
  expect(pictures).toHaveLength(2)
})

test('ANS-04 excess pictures are dropped, and a reply without pictures is an empty answer', async () => {
  answer = (response) => response.end(asOpenAi(5))
  expect(await made(maker('openai'))).toHaveLength(2)
  answer = (response) => response.end(asOpenAi(0))
  await expect(made(maker('openai'))).rejects.toMatchObject({ code: 'PROVIDER_EMPTY' })
})

test('L11 an endless reply is aborted', async () => {
  answer = (response) => response.end(Buffer.alloc(5_000))
  const reply = await limitedFetch(fetch, 1_000)(address, { method: 'POST', body: '{}' })
  await expect(reply.text()).rejects.toBeInstanceOf(ProviderFault)
  expect(
    (await (await limitedFetch(fetch, 5_000)(address, { method: 'POST', body: '{}' })).text()).length,
  ).toBe(5_000)
})
