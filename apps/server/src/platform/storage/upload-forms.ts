import { createHmac } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Secret } from '../secret.ts'
import { signForm, verifyForm } from './signed-form.ts'
import type { Storage } from './storage.ts'

export interface UploadFormsOptions {
  secret: Secret
  /** Where browsers post a form: a URL, or a path of the same site. */
  uploadUrl: string
  clock: Clock
}

/** The forms of every store: signed and checked here, since each file is looked at on its way in. */
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

/** Keys are made by the server; one that leads elsewhere would be a mistake of ours, and ends here. */
export function requireKey(key: string): void {
  const isKey =
    key.length <= 300 &&
    /^[a-z0-9_-]+(\/[a-z0-9_-]+)*(\.[a-z0-9]{1,10})?$/i.test(key) &&
    !key.endsWith('.facts')
  if (!isKey) throw new TypeError('This is not a key of a stored file.')
}
