import type { UploadForm } from '@atrium/contract'
import { ApiError, CallAborted, errorFromReply } from '../../lib/api/api-error.ts'

export type SendOptions = {
  signal?: AbortSignal
  /** How much has been sent, from 0 to 1. */
  onProgress?: (sent: number) => void
}

/**
 * Uploads a file by a signed form; 200, 201 and 204 are success (KB-01). Uses XMLHttpRequest, since `fetch` can't report
 * progress. Throws `ApiError`, or `CallAborted` when aborted.
 */
export function sendFile(
  { url, fields }: UploadForm,
  file: File,
  { signal, onProgress }: SendOptions = {},
): Promise<void> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  // The store reads the fields first and refuses a form whose file is not last.
  body.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const cancel = () => request.abort()
    const settle = (end: () => void) => () => {
      signal?.removeEventListener('abort', cancel)
      end()
    }
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total > 0 ? loaded / total : 0),
    )
    request.addEventListener(
      'load',
      settle(() => {
        if ([200, 201, 204].includes(request.status)) resolve()
        else void refusalOf(request).then(reject)
      }),
    )
    request.addEventListener(
      'error',
      settle(() => reject(new ApiError({ code: 'NO_ANSWER', status: 0, message: 'Something went wrong' }))),
    )
    request.addEventListener(
      'abort',
      settle(() => reject(new CallAborted('Request cancelled'))),
    )
    if (signal?.aborted) return reject(new CallAborted('Request cancelled'))
    signal?.addEventListener('abort', cancel)
    request.open('POST', url)
    request.send(body)
  })
}

/** The server's error; other stores have other forms. */
const refusalOf = ({ status, responseText }: XMLHttpRequest): Promise<ApiError> =>
  errorFromReply(new Response(responseText, { status }))
