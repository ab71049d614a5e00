/** What a file with this ending is sent and served as (KB-02). */
const contentTypes = {
  pdf: 'application/pdf',
  txt: 'text/plain',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  csv: 'text/csv',
} as const

export type DocumentEnding = keyof typeof contentTypes
/** The documents that the context of a room takes. */
export const contextFileEndings = Object.keys(contentTypes) as DocumentEnding[]

export const contextFileTypes: readonly string[] = Object.values(contentTypes)

/** The ending of a file's name when it is one of a document that is taken, whatever its case; else null. */
export function documentEndingOf(fileName: string): DocumentEnding | null {
  const ending = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase()
  return contextFileEndings.find((known) => known === ending) ?? null
}

/** Whether the name is that of an archive: the context of a room takes the documents in it, each as a file of its own. */
export const isArchiveName = (fileName: string): boolean => /\.zip$/i.test(fileName)

/** The content type that the ending says; a stream of bytes for any other. */
export function contentTypeOf(fileName: string): string {
  if (isArchiveName(fileName)) return 'application/zip'
  const ending = documentEndingOf(fileName)
  return ending === null ? 'application/octet-stream' : contentTypes[ending]
}
