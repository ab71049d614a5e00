import type { Readable } from 'node:stream'
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Failure, fail } from '../platform/failure.ts'

/**
 * Limits of a form: the signed fields, then one file. Anything more ends the request at once. The receiver limits the file's size
 * by its form; the plugin's own limit would be that of JSON bodies.
 */
const limits = {
  fields: 20,
  fieldNameSize: 100,
  fieldSize: 16 * 1024,
  files: 1,
  parts: 21,
  headerPairs: 20,
  fileSize: Infinity,
}

/** The file of a form during its upload. */
export type ArrivingFile = {
  /** Errors when the upload breaks off. */
  bytes: Readable
  /** Await after reading the bytes: checks that the form ends properly after its file. Throws INVALID_INPUT. */
  formEnds(): Promise<void>
}

/**
 * Reads a multipart form whose file is last. `take` gets the fields, and may refuse them, before the file is read; discards what
 * it doesn't read. Throws what `take` throws, and INVALID_INPUT for an invalid form.
 */
export async function readForm(
  request: FastifyRequest,
  take: (fields: Record<string, string>, file: ArrivingFile) => Promise<void>,
): Promise<void> {
  if (!request.isMultipart()) fail('UNSUPPORTED_MEDIA_TYPE')
  const fields: Record<string, string> = {}
  const parts = request.parts({ limits })
  for await (const part of readable(parts)) {
    if (part.type === 'file') {
      // A late error must not end the process after the consumer has stopped.
      part.file.on('error', () => undefined)
      try {
        await take(fields, { bytes: part.file, formEnds: () => nothingMore(parts) })
      } finally {
        // Discards the rest, so that the sender gets to read the reply.
        part.file.resume()
      }
      return
    }
    if (Object.hasOwn(fields, part.fieldname)) refuse(`The field ${part.fieldname} is there twice.`)
    fields[part.fieldname] = valueOf(part)
  }
  refuse('The form has no file.')
}

/** The parser's errors become INVALID_INPUT: no boundary, too many parts, an incomplete form. */
async function* readable(parts: AsyncIterator<Multipart>): AsyncGenerator<Multipart> {
  for (;;) {
    const next = await parts.next().catch(unreadable)
    if (next.done) return
    yield next.value
  }
}

async function nothingMore(parts: AsyncIterator<Multipart>): Promise<void> {
  const next = await parts.next().catch(unreadable)
  if (!next.done) refuse('The file must be the last part of the form.')
}

function unreadable(error: unknown): never {
  if (error instanceof Failure) throw error
  return refuse('This form cannot be read.', error)
}

function valueOf(part: Extract<Multipart, { type: 'field' }>): string {
  if (typeof part.value !== 'string' || part.valueTruncated || part.fieldnameTruncated)
    return refuse('A field is too long.')
  return part.value
}

const refuse = (message: string, cause?: unknown): never =>
  fail('INVALID_INPUT', { issues: [{ path: 'body', message }], cause })
