import { contentTypeOf, type UploadForm } from '@atrium/contract'
import { type ApiSettings, call } from './api-client.ts'

/** Posts the bytes by a signed form, as a browser does: the fields in their order, the file last. */
export function postForm(
  url: string,
  { fields, url: formUrl }: UploadForm,
  bytes: Uint8Array,
): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a name that nobody asks for.exe')
  return fetch(new URL(formUrl, url), { method: 'POST', body: form })
}

/** Adds a file to the context of the room that the settings name. Throws when it is refused. */
export async function uploadContextFile(
  api: ApiSettings,
  { name, bytes }: { name: string; bytes: Uint8Array },
): Promise<void> {
  const { data: form } = await call('getUploadForm', api, {
    query: { filename: name, 'content-type': contentTypeOf(name), size: String(bytes.byteLength) },
  })
  const response = await postForm(api.url, form, bytes)
  if (!response.ok) throw new Error(`The upload was refused: ${await response.text()}`)
}
