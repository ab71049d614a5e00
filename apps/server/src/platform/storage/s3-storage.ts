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
import type { Secret } from '../secret.ts'
import { type FilePart, partsOf } from './file-parts.ts'
import { type FileFacts, type Storage, UploadRefusedError } from './storage.ts'
import { createUploadForms, requireKey, type UploadFormsOptions } from './upload-forms.ts'

export interface S3StorageOptions extends UploadFormsOptions {
  bucket: string
  region: string
  /** Of a store that is not Amazon's: asked by paths, not by host names of buckets. */
  endpoint?: string | undefined
  /** Both, or neither: then they are looked for where Amazon's tools look. */
  accessKeyId?: string | undefined
  secretAccessKey?: Secret | undefined
}

/**
 * Files in a bucket of whatever speaks S3. What browsers post comes through Atrium, which looks at it on its way, and is in the bucket
 * when it is whole: a file up to one part in one request, a longer one in parts that become the file with the last request. Needs a
 * store that knows `If-None-Match: *`, by which no file is ever replaced.
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
      if (!first) throw new Error('A file has a first part, if an empty one.')
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
  }
}

const clientOf = ({ region, endpoint, accessKeyId, secretAccessKey }: S3StorageOptions): S3Client =>
  new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(accessKeyId &&
      secretAccessKey && { credentials: { accessKeyId, secretAccessKey: secretAccessKey.reveal() } }),
    // Checksums of newer kinds are not known to every store; the signature covers the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

const headersOf = ({ contentType, cacheControl }: FileFacts) => ({
  ContentType: contentType,
  ...(cacheControl !== undefined && { CacheControl: cacheControl }),
})

type Target = { Bucket: string; Key: string }

/** Parts of an upload that is given up are taken back: nobody would ever see or delete them. */
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

/** The bytes as they come; a store that refuses or goes away ends the stream with its error. */
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

/** There is nothing, or nothing yet: what a store says of an object that it does not have. */
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
    throw error
  }
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
