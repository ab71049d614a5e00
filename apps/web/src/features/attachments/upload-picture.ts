import { getAttachmentForm, pictureEndings, type Attachment, type AttachmentType } from '@atrium/contract'
import { api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { sendFile, type SendOptions } from '../../entities/files/send-file.ts'
import { fitPicture } from './fit-picture.ts'

const types: Readonly<Record<string, AttachmentType>> = pictureEndings

/** The picture type by file name, if supported; a pasted one may have no useful name. */
export const pictureTypeOf = ({ name, type }: Pick<File, 'name' | 'type'>): AttachmentType | null =>
  types[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''] ??
  Object.values(pictureEndings).find((known) => known === type) ??
  null

/** Stores a picture for the next question. Throws `ApiError`, or `CallAborted` when `signal` ended it. */
export async function uploadPicture(file: File, options: SendOptions = {}): Promise<Attachment> {
  const fitted = await fitPicture(file).catch((cause: unknown) => {
    throw new ApiError({ code: 'FILE_NOT_SUPPORTED', status: 0, message: 'This is no picture.', cause })
  })
  const contentType = pictureTypeOf(fitted)
  if (contentType === null)
    throw new ApiError({ code: 'FILE_NOT_SUPPORTED', status: 0, message: 'This is no picture.' })
  const filename = named(fitted.name, contentType)
  const { data } = await api.call(
    getAttachmentForm,
    { query: { filename, 'content-type': contentType } },
    { signal: options.signal },
  )
  await sendFile(data, fitted, options)
  return { id: data.file_id, name: filename, contentType, sizeBytes: fitted.size }
}

/** The name with an ending that fits the type. */
function named(name: string, contentType: AttachmentType): string {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const wanted = Object.entries(pictureEndings).find(([, type]) => type === contentType)?.[0] ?? 'png'
  return types[ending] === contentType ? name : `${name.replace(/\.[^.]*$/, '') || 'picture'}.${wanted}`
}
