import type { Readable } from 'node:stream'
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Failure, fail } from '../platform/failure.ts'

/**
 * What a form may consist of: the signed fields, then one file. Whatever goes beyond ends the request at once. The size of the
 * file is counted by whoever takes it, by what its form allows; the plugin's own limit would be that of JSON bodies.
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

/** The file of a form, as it arrives. */
export type ArrivingFile = {
  /** Fails when the form breaks off. */
  bytes: Readable
  /** To be awaited once the bytes are read: that the form ends behind its file as a form does. Throws INVALID_INPUT. */
  formEnds(): Promise<void>
}

/**
 * Reads a multipart form whose file comes last. `take` gets the fields, and may refuse them, before a byte of the file is read;
 * what it does not read of that runs into nothing. Throws what `take` throws, and INVALID_INPUT for what is no such form.
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
      // Whoever has stopped listening must not end the process by an error that still comes.
      part.file.on('error', () => undefined)
      try {
        await take(fields, { bytes: part.file, formEnds: () => nothingMore(parts) })
      } finally {
        // Lets what is still to come run into nothing, so that the sender gets to read the answer.
        part.file.resume()
      }
      return
    }
    if (Object.hasOwn(fields, part.fieldname)) refuse(`The field ${part.fieldname} is there twice.`)
    fields[part.fieldname] = valueOf(part)
  }
  refuse('The form has no file.')
}

/** What the parser does not accept is our INVALID_INPUT: no boundary, too many parts, a form that breaks off. */
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
