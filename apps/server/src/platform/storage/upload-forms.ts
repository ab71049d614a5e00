import { createHmac } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Secret } from '../config/secret.ts'
import { signForm, verifyForm } from './signed-form.ts'
import type { Storage } from './storage.ts'

export interface UploadFormsOptions {
  secret: Secret
  /** The target of browsers' form posts: a URL, or a path of the same site. */
  uploadUrl: string
  clock: Clock
}

/** Creates and verifies the forms of every store here, since each file is checked during its upload. */
export function createUploadForms({
  secret,
  uploadUrl,
  clock,
}: UploadFormsOptions): Pick<Storage, 'createUploadForm' | 'verifyUploadForm'> {
  const signingSecret = createHmac('sha256', secret.reveal()).update('atrium storage forms').digest('hex')
  return {
    createUploadForm: async (upload) => {
      requireKey(upload.key)
      return { url: uploadUrl, fields: signForm(upload, { secret: signingSecret, now: clock.now() }) }
    },
    verifyUploadForm: (fields) => verifyForm(fields, { secret: signingSecret, now: clock.now() }),
  }
}

/** The server makes keys: one that leaves the folder would be a bug of ours, and is refused. */
export function requireKey(key: string): void {
  const isKey =
    key.length <= 300 &&
    /^[a-z0-9_-]+(\/[a-z0-9_-]+)*(\.[a-z0-9]{1,10})?$/i.test(key) &&
    !key.endsWith('.facts')
  if (!isKey) throw new TypeError('This is not a key of a stored file.')
}
