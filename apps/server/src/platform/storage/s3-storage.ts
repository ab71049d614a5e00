import { PassThrough, Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { fail } from '../failure.ts'
import type { Secret } from '../config/secret.ts'
import { type FilePart, partsOf } from './file-parts.ts'
import { type FileFacts, type Storage, UploadRefusedError } from './storage.ts'
import { createUploadForms, requireKey, type UploadFormsOptions } from './upload-forms.ts'

export interface S3StorageOptions extends UploadFormsOptions {
  bucket: string
  region: string
  /** For stores other than Amazon's: addressed by path, not by bucket host names. */
  endpoint?: string | undefined
  /** Both or neither: then Amazon's default credential chain applies. */
  accessKeyId?: string | undefined
  secretAccessKey?: Secret | undefined
}

/**
 * Stores files in a bucket of any S3-compatible store. Uploads pass through Atrium, which checks them, and are in the bucket once
 * complete: a file up to one part in one request, a longer one as a multipart upload. Needs a store with `If-None-Match: *`, so
 * that no file is ever replaced.
 */
export function createS3Storage(options: S3StorageOptions): Storage {
  const { bucket: Bucket } = options
  const client = clientOf(options)
  return {
    ...createUploadForms(options),

    async put(key, body, file) {
      requireKey(key)
      const parts = partsOf(body, file)
      const { value: first } = await parts.next()
      if (!first) throw new Error('The file has no first part.')
      const target = { Bucket, Key: key, ...headersOf(file) }
      await refusingTwice(
        first.isLast
          ? client.send(new PutObjectCommand({ ...target, Body: first.bytes, IfNoneMatch: '*' }))
          : putInParts(client, target, first, parts),
      )
    },

    async get(key) {
      requireKey(key)
      const head = await unlessMissing(client.send(new HeadObjectCommand({ Bucket, Key: key })))
      if (!head) return undefined
      return {
        contentType: head.ContentType ?? 'application/octet-stream',
        ...(head.CacheControl !== undefined && { cacheControl: head.CacheControl }),
        sizeBytes: head.ContentLength ?? 0,
        read: (range) => readObject(client, { Bucket, Key: key }, range),
      }
    },

    async delete(key) {
      requireKey(key)
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }))
    },

    async check() {
      // A key that nobody stores: the reply shows that the bucket exists and the credentials may read it.
      const asked = client.send(new GetObjectCommand({ Bucket, Key: 'health-check' }))
      await asked.catch((error: unknown) => {
        if (statusOf(error) !== 404 || (error as Error).name === 'NoSuchBucket') throw error
      })
    },
  }
}

const clientOf = ({ region, endpoint, accessKeyId, secretAccessKey }: S3StorageOptions): S3Client =>
  new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(accessKeyId &&
      secretAccessKey && { credentials: { accessKeyId, secretAccessKey: secretAccessKey.reveal() } }),
    // Not every store supports newer checksums; the signature covers the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

const headersOf = ({ contentType, cacheControl }: FileFacts) => ({
  ContentType: contentType,
  ...(cacheControl !== undefined && { CacheControl: cacheControl }),
})

type Target = { Bucket: string; Key: string }

/** Aborts failed multipart uploads, whose parts nobody would ever see or delete. */
async function putInParts(
  client: S3Client,
  target: Target & { ContentType: string },
  first: FilePart,
  further: AsyncIterable<FilePart>,
): Promise<void> {
  const { Bucket, Key } = target
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target))
  const sent: { PartNumber: number; ETag: string | undefined }[] = []
  const send = async ({ bytes }: FilePart) => {
    const PartNumber = sent.length + 1
    const { ETag } = await client.send(
      new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body: bytes }),
    )
    sent.push({ PartNumber, ETag })
  }
  try {
    await send(first)
    for await (const part of further) await send(part)
    await client.send(
      new CompleteMultipartUploadCommand({
        Bucket,
        Key,
        UploadId,
        MultipartUpload: { Parts: sent },
        IfNoneMatch: '*',
      }),
    )
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined)
    throw error
  }
}

/** Streams the bytes; a store that refuses or disappears ends the stream with its error. */
function readObject(client: S3Client, target: Target, range?: { start: number; end: number }): Readable {
  const bytes = new PassThrough()
  const abort = new AbortController()
  bytes.on('close', () => abort.abort())
  void client
    .send(new GetObjectCommand({ ...target, ...(range && { Range: `bytes=${range.start}-${range.end}` }) }), {
      abortSignal: abort.signal,
    })
    .then(({ Body }) => {
      if (!(Body instanceof Readable)) throw new Error('The store sent no bytes.')
      Body.on('error', (error) => bytes.destroy(error)).pipe(bytes)
    })
    .catch((error: unknown) => bytes.destroy(error instanceof Error ? error : new Error(String(error))))
  return bytes
}

/** The store's replies for a missing object. */
async function unlessMissing<Result>(asked: Promise<Result>): Promise<Result | undefined> {
  try {
    return await asked
  } catch (error) {
    if (statusOf(error) === 404) return undefined
    throw error
  }
}

async function refusingTwice(stored: Promise<unknown>): Promise<void> {
  try {
    await stored
  } catch (error) {
    if (statusOf(error) === 412 || statusOf(error) === 409)
      throw new UploadRefusedError('There is a file under this key already.')
    if (cannotStore(error)) fail('STORAGE_UNAVAILABLE', { cause: error, retryAfterSeconds: 30 })
    throw error
  }
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
])

/** Full (507), over its quota or read-only for this key (403), too busy (429, 503), or unavailable (5xx, no connection). */
function cannotStore(error: unknown): boolean {
  const status = statusOf(error)
  if (status !== undefined) return status === 403 || status === 429 || status >= 500
  return error instanceof Error && 'code' in error && unreachable.has(String(error.code))
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
