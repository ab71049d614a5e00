import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { UploadRefusedError, type UploadToSign, type VerifiedUpload } from './storage.ts'

/**
 * The form of an S3 "presigned POST", signed with AWS signature version 4:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html. A browser that can post to S3 can post to
 * Atrium, and vice versa. Stricter than S3: allows only the exact conditions made here.
 */
const algorithm = 'AWS4-HMAC-SHA256'
const scopeEnd = 'local/s3/aws4_request'
const bucket = 'atrium'

const policySchema = z.strictObject({
  expiration: z.iso.datetime(),
  conditions: z.array(
    z.union([
      z.tuple([z.literal('eq'), z.string().startsWith('$'), z.string()]),
      z.tuple([z.literal('content-length-range'), z.number(), z.number()]),
    ]),
  ),
})

export function signForm(
  upload: UploadToSign,
  { secret, now }: { secret: string; now: Date },
): Record<string, string> {
  const { key, contentType, cacheControl, minBytes = 1, maxBytes, expiresInSeconds } = upload
  const date = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const fields: Record<string, string> = {
    key,
    'Content-Type': contentType,
    ...(cacheControl !== undefined && { 'Cache-Control': cacheControl }),
    bucket,
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': `atrium/${date.slice(0, 8)}/${scopeEnd}`,
    'X-Amz-Date': date,
  }
  const policy = {
    expiration: new Date(now.getTime() + expiresInSeconds * 1000).toISOString(),
    conditions: [
      ...Object.entries(fields).map(([name, value]) => ['eq', `$${name}`, value]),
      ['content-length-range', minBytes, maxBytes],
    ],
  }
  const encoded = Buffer.from(JSON.stringify(policy)).toString('base64')
  return { ...fields, Policy: encoded, 'X-Amz-Signature': sign(encoded, date.slice(0, 8), secret) }
}

/** Checks a posted form; field names count regardless of case, as with S3. Throws `UploadRefusedError`. */
export function verifyForm(
  posted: Record<string, string>,
  { secret, now }: { secret: string; now: Date },
): VerifiedUpload {
  const fields = new Map<string, string>()
  for (const [name, value] of Object.entries(posted)) {
    if (fields.has(name.toLowerCase())) throw new UploadRefusedError(`The field ${name} is there twice.`)
    fields.set(name.toLowerCase(), value)
  }
  const encoded = fields.get('policy') ?? ''
  const date = fields.get('x-amz-date') ?? ''
  if (!isSame(fields.get('x-amz-signature') ?? '', sign(encoded, date.slice(0, 8), secret)))
    throw new UploadRefusedError('The form is not signed by this server.')

  const policy = policySchema.parse(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')))
  if (Date.parse(policy.expiration) <= now.getTime()) throw new UploadRefusedError('The form is over.')
  const expected = new Map(
    policy.conditions.flatMap((condition) =>
      condition[0] === 'eq' ? [[condition[1].slice(1).toLowerCase(), condition[2]]] : [],
    ),
  )
  const range = policy.conditions.find((condition) => condition[0] === 'content-length-range')
  const unsigned = new Set(['policy', 'x-amz-signature'])
  for (const name of new Set([...fields.keys(), ...expected.keys()]))
    if (!unsigned.has(name) && (!expected.has(name) || expected.get(name) !== fields.get(name)))
      throw new UploadRefusedError(`The field ${name} is not what was signed.`)
  const key = fields.get('key')
  const contentType = fields.get('content-type')
  if (key === undefined || contentType === undefined || range === undefined)
    throw new UploadRefusedError('The form is not complete.')
  const cacheControl = fields.get('cache-control')
  return {
    key,
    contentType,
    ...(cacheControl !== undefined && { cacheControl }),
    minBytes: range[1],
    maxBytes: range[2],
  }
}

function sign(policy: string, day: string, secret: string): string {
  const key = [day, ...scopeEnd.split('/')].reduce<string | Buffer>(
    (derivedFrom, part) => hmac(derivedFrom, part),
    `AWS4${secret}`,
  )
  return hmac(key, policy).toString('hex')
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
