import {
  type AttachedDocument,
  contentTypeOf,
  type DocumentProblem,
  documentTypes,
  type FileId,
  getAttachmentForm,
  getAttachmentState,
  type IndexState,
} from '@atrium/contract'
import { api } from '../../lib/api/api.ts'
import { CallAborted } from '../../lib/api/api-error.ts'
import { sendFile, type SendOptions } from '../../entities/files/send-file.ts'

/** The server has a document and could not read it. */
export class DocumentUnread extends Error {
  override name = 'DocumentUnread'
  readonly problem: DocumentProblem

  constructor(problem: DocumentProblem) {
    super(`The document could not be read: ${problem}.`)
    this.problem = problem
  }
}

export type UploadOptions = SendOptions & {
  /** The server has received it and is processing it. */
  onReading?: (state: IndexState) => void
}

/** Polling interval for a document's state, in milliseconds. */
const askAgainMs = 700

/**
 * Stores a document for the next question and waits until the server has read it. Throws `ApiError`, `DocumentUnread`, or
 * `CallAborted` when `signal` ended it.
 */
export async function uploadDocument(file: File, options: UploadOptions = {}): Promise<AttachedDocument> {
  const { signal, onReading } = options
  const contentType = documentTypes.find((type) => type === contentTypeOf(file.name))
  if (!contentType) throw new DocumentUnread('DAMAGED')
  const query = { filename: file.name, 'content-type': contentType, size: String(file.size) }
  const { data } = await api.call(getAttachmentForm, { query }, { signal })
  await sendFile(data, file, options)
  for (;;) {
    const state = await stateOf(data.file_id, signal)
    if (state.status === 'COMPLETED')
      return { id: data.file_id, name: file.name, contentType, sizeBytes: file.size, state }
    if (state.status !== 'PENDING' && state.status !== 'ONGOING')
      throw new DocumentUnread(state.problem ?? 'INTERNAL')
    onReading?.(state)
    await pause(askAgainMs, signal)
  }
}

/** Processing progress of the caller's document. */
export async function stateOf(fileId: FileId, signal?: AbortSignal): Promise<IndexState> {
  const { data } = await api.call(getAttachmentState, { params: { fileId } }, { signal })
  return data
}

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(new CallAborted('Request cancelled'))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })
