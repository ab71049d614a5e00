import type { UploadForm } from '@atrium/contract'
import { ApiError } from './api/api-error.ts'

/** Posts a file by a signed form; throws UPLOAD_REFUSED if storage refuses it. */
export async function postUploadForm({ url, fields }: UploadForm, file: File): Promise<void> {
  const body = new FormData()
  for (const [field, value] of Object.entries(fields)) body.append(field, value)
  // Storage reads the fields first and refuses a form whose file is not last.
  body.append('file', file)
  const reply = await fetch(url, { method: 'POST', body, credentials: 'omit' })
  if (reply.status >= 400)
    throw new ApiError({
      code: 'UPLOAD_REFUSED',
      status: reply.status,
      message: 'The file was not accepted.',
    })
}
