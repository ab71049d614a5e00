import type { Readable } from 'node:stream'

/**
 * Stores files on the local disk, or in an S3-compatible store. The server makes the keys, never from a person's file name; they
 * look like paths: `logos/4f…9a.png`.
 */
export interface Storage {
  /**
   * Stores a whole file durably, or nothing: readers never see a part. Throws `FileTooLargeError` above `maxBytes` and
   * `UploadRefusedError` when the key exists already (files never change) or there are fewer than `minBytes`.
   */
  put(key: string, body: Readable | Uint8Array, file: FileFacts & SizeRange): Promise<void>
  /** Undefined for a missing file. */
  get(key: string): Promise<StoredFile | undefined>
  /** Succeeds for a missing file. */
  delete(key: string): Promise<void>
  /** Throws when nothing can be stored now: the disk accepts no file, or the store does not respond properly. */
  check(): Promise<void>
  /** A form with which a browser posts one file, of exactly this key and type, straight to the store. */
  createUploadForm(upload: UploadToSign): Promise<UploadForm>
  /**
   * Verifies that these fields, posted before a file, are a form that was signed here and is still valid. Throws
   * `UploadRefusedError`. Pass the result, the file's constraints, to `put`.
   */
  verifyUploadForm(fields: Record<string, string>): VerifiedUpload
}

export interface FileFacts {
  contentType: string
  /** The header with which the file is served. */
  cacheControl?: string
}

export interface SizeRange {
  minBytes?: number
  maxBytes: number
}

export interface StoredFile extends FileFacts {
  sizeBytes: number
  /** Reads the bytes, or from `start` to `end`, inclusive. May be called repeatedly. */
  read(range?: { start: number; end: number }): Readable
}

export interface UploadToSign extends FileFacts, SizeRange {
  key: string
  expiresInSeconds: number
}

/** The target, and the fields to send before the file, in this order. The file is last. */
export interface UploadForm {
  url: string
  fields: Record<string, string>
}

export interface VerifiedUpload extends FileFacts, SizeRange {
  key: string
}

/** A form that was not signed here, is expired, or does not match its request. */
export class UploadRefusedError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UploadRefusedError'
  }
}

export class FileTooLargeError extends Error {
  constructor(maxBytes: number) {
    super(`The file has more than ${maxBytes} bytes.`)
    this.name = 'FileTooLargeError'
  }
}
