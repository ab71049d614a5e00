import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** An HTTP store with the part of S3 that Atrium uses: objects, ranges, parts, `If-None-Match`, version 4 signatures. */
export type ObjectStore = {
  url: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  objects: ReadonlyMap<string, StoredObject>
  /** Uploads in parts that were neither completed nor aborted. */
  openUploads: ReadonlyMap<string, unknown>
  /** Answers the next requests for which it returns a status with that, as a store in trouble does; null heals it. */
  refuse: ((request: { method: string; key: string; query: URLSearchParams }) => number | undefined) | null
  close(): Promise<void>
}

type StoredObject = { bytes: Buffer; contentType: string; cacheControl: string | undefined }
type Upload = Omit<StoredObject, 'bytes'> & { key: string; parts: Map<number, Buffer> }

const bucket = 'atrium-files'
const region = 'eu-central-1'
const accessKeyId = 'AKIAOFTESTS'
const secretAccessKey = 'secret-of-the-object-store'

export async function startObjectStore(): Promise<ObjectStore> {
  const objects = new Map<string, StoredObject>()
  const uploads = new Map<string, Upload>()
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      reply(response, 500, errorXml('InternalError', String(error))),
    )
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://store')
    const [, inBucket, ...rest] = pathname.split('/').map(decodeURIComponent)
    const key = rest.join('/')
    const method = request.method ?? ''
    const status = store.refuse?.({ method, key, query })
    if (status !== undefined) return reply(response, status, errorXml('SlowDown', 'In trouble.'))
    if (!isSigned(request, body))
      return reply(response, 403, errorXml('SignatureDoesNotMatch', 'Not signed.'))
    if (inBucket !== bucket) return reply(response, 404, errorXml('NoSuchBucket', 'No such bucket.'))
    const facts = {
      contentType: request.headers['content-type'] ?? 'binary/octet-stream',
      cacheControl: request.headers['cache-control'],
    }
    const isTaken = request.headers['if-none-match'] === '*' && objects.has(key)
    const uploadId = query.get('uploadId')
    if (method === 'POST' && query.has('uploads')) {
      const id = `upload-${uploads.size}-${key}`
      uploads.set(id, { key, ...facts, parts: new Map() })
      return reply(
        response,
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    if (uploadId !== null) return answerUpload(uploadId, isTaken)
    if (method === 'PUT') {
      if (isTaken) return reply(response, 412, errorXml('PreconditionFailed', 'It exists.'))
      objects.set(key, { bytes: body, ...facts })
      return reply(response, 200, '', { etag: etagOf(body) })
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return reply(response, 204, '')
    }
    return send(method, objects.get(key))

    function answerUpload(id: string, taken: boolean): void {
      const upload = uploads.get(id)
      if (upload?.key !== key) return reply(response, 404, errorXml('NoSuchUpload', 'No such upload.'))
      if (method === 'PUT') {
        upload.parts.set(Number(query.get('partNumber')), body)
        return reply(response, 200, '', { etag: etagOf(body) })
      }
      if (method === 'POST') {
        if (taken) return reply(response, 412, errorXml('PreconditionFailed', 'It exists.'))
        const parts = [...upload.parts].toSorted(([one], [other]) => one - other).map(([, bytes]) => bytes)
        if (parts.slice(0, -1).some(({ byteLength }) => byteLength < 5 * 1024 * 1024))
          return reply(response, 400, errorXml('EntityTooSmall', 'A part is too small.'))
        objects.set(key, {
          bytes: Buffer.concat(parts),
          contentType: upload.contentType,
          cacheControl: upload.cacheControl,
        })
      }
      uploads.delete(id)
      return reply(
        response,
        method === 'POST' ? 200 : 204,
        method === 'POST' ? '<CompleteMultipartUploadResult/>' : '',
      )
    }

    function send(how: string, object: StoredObject | undefined): void {
      if (!object) return reply(response, 404, how === 'HEAD' ? '' : errorXml('NoSuchKey', 'No such key.'))
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
      const bytes = range ? object.bytes.subarray(Number(range[1]), Number(range[2]) + 1) : object.bytes
      response.writeHead(range ? 206 : 200, {
        'content-type': object.contentType,
        'content-length': bytes.byteLength,
        etag: etagOf(object.bytes),
        ...(object.cacheControl !== undefined && { 'cache-control': object.cacheControl }),
      })
      response.end(how === 'HEAD' ? undefined : bytes)
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const store: ObjectStore = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
    objects,
    openUploads: uploads,
    refuse: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return store
}

function reply(
  response: ServerResponse,
  status: number,
  xml: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(xml)
}

const errorXml = (code: string, message: string) =>
  `<Error><Code>${code}</Code><Message>${message}</Message></Error>`
const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`

/** Checks the header of a request that is signed by version 4 (AWS Signature Version 4 for S3, authorization header). */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const given =
    /Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)/.exec(
      request.headers.authorization ?? '',
    )
  const said = String(request.headers['x-amz-content-sha256'])
  if (!given || (said !== 'UNSIGNED-PAYLOAD' && said !== createHash('sha256').update(body).digest('hex')))
    return false
  const [, key, day = '', inRegion = '', names = '', signature] = given
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store')
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&')
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
  const asked = [request.method, pathname, query, headers.join(''), names, said].join('\n')
  const scope = `${day}/${inRegion}/s3/aws4_request`
  const text = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    scope,
    createHash('sha256').update(asked).digest('hex'),
  ].join('\n')
  const signingKey = [day, inRegion, 's3', 'aws4_request'].reduce<string | Buffer>(
    (from, part) => createHmac('sha256', from).update(part).digest(),
    `AWS4${secretAccessKey}`,
  )
  return key === accessKeyId && createHmac('sha256', signingKey).update(text).digest('hex') === signature
}
