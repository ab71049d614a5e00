import type { Readable } from 'node:stream'

/**
 * Where files are kept: on the local disk, or in any store that speaks S3. Keys are made by the server, never out of a name
 * that a person gave; they look like paths: `logos/4f…9a.png`.
 */
export interface Storage {
  /**
   * Stores a whole file durably, or nothing: readers never see a part. Throws `FileTooLargeError` beyond `largestBytes` and
   * `UploadRefusedError` when the key exists already (files never change) or there are fewer than `smallestBytes`.
   */
  put(key: string, body: Readable | Uint8Array, file: FileFacts & SizeRange): Promise<void>
  /** Undefined when there is no such file. */
  get(key: string): Promise<StoredFile | undefined>
  /** Done as well when there is no such file. */
  delete(key: string): Promise<void>
  /** A form with which a browser posts one file, of exactly this key and type, straight to the store. */
  createUploadForm(upload: UploadToSign): Promise<UploadForm>
  /**
   * For stores without a server of their own: whether these fields, posted before a file, are a form that was signed here and
   * still holds. Throws `UploadRefusedError`. What comes back is what the file must keep to; hand it to `put`.
   */
  verifyUploadForm(fields: Record<string, string>): VerifiedUpload
}

export interface FileFacts {
  contentType: string
  /** The header with which the file is served. */
  cacheControl?: string
}

export interface SizeRange {
  smallestBytes?: number
  largestBytes: number
}

export interface StoredFile extends FileFacts {
  sizeBytes: number
  /** The bytes, or from `start` to `end`, both included. May be called more than once. */
  read(range?: { start: number; end: number }): Readable
}

export interface UploadToSign extends FileFacts, SizeRange {
  key: string
  expiresInSeconds: number
}

/** Where to post, and the fields to send before the file, in this order. The file itself comes last. */
export interface UploadForm {
  url: string
  fields: Record<string, string>
}

export interface VerifiedUpload extends FileFacts, SizeRange {
  key: string
}

/** A form that was not signed here, is over, or does not fit what is sent with it. */
export class UploadRefusedError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UploadRefusedError'
  }
}

export class FileTooLargeError extends Error {
  constructor(largestBytes: number) {
    super(`The file has more than ${largestBytes} bytes.`)
    this.name = 'FileTooLargeError'
  }
}
