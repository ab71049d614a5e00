import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Failure, fail } from '../platform/failure.ts'

/**
 * What a form may consist of: the signed fields, then one file. Whatever goes beyond ends the request at once. The size of the
 * file is counted below, by what its form allows; the plugin's own limit would be that of JSON bodies.
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

/**
 * Reads a multipart form whose file comes last. `accept` judges the fields, and may refuse them, before a byte of the file is
 * read; of that, no more than it allows. Throws FILE_TOO_LARGE, and INVALID_INPUT for what is no such form.
 */
export async function readForm<Accepted extends { largestBytes: number }>(
  request: FastifyRequest,
  accept: (fields: Record<string, string>) => Accepted,
): Promise<{ accepted: Accepted; bytes: Buffer }> {
  if (!request.isMultipart()) fail('UNSUPPORTED_MEDIA_TYPE')
  const fields: Record<string, string> = {}
  let form: { accepted: Accepted; bytes: Buffer } | undefined
  try {
    for await (const part of request.parts({ limits })) {
      if (form) return refuse('The file must be the last part of the form.')
      if (part.type === 'file') form = await readFile(part, () => accept(fields))
      else if (Object.hasOwn(fields, part.fieldname)) refuse(`The field ${part.fieldname} is there twice.`)
      else fields[part.fieldname] = valueOf(part)
    }
  } catch (error) {
    if (error instanceof Failure) throw error
    // What the parser does not accept: no boundary, too many parts, a form that breaks off.
    return refuse('This form cannot be read.', error)
  }
  return form ?? refuse('The form has no file.')
}

function valueOf(part: Extract<Multipart, { type: 'field' }>): string {
  if (typeof part.value !== 'string' || part.valueTruncated || part.fieldnameTruncated)
    return refuse('A field is too long.')
  return part.value
}

async function readFile<Accepted extends { largestBytes: number }>(
  part: MultipartFile,
  accept: () => Accepted,
) {
  try {
    const accepted = accept()
    const chunks: Buffer[] = []
    let sizeBytes = 0
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length
      if (sizeBytes > accepted.largestBytes) fail('FILE_TOO_LARGE')
      chunks.push(chunk)
    }
    return { accepted, bytes: Buffer.concat(chunks) }
  } finally {
    // Lets what is still to come run into nothing, so that the sender gets to read the answer.
    part.file.resume()
  }
}

const refuse = (message: string, cause?: unknown): never =>
  fail('INVALID_INPUT', { issues: [{ path: 'body', message }], cause })
