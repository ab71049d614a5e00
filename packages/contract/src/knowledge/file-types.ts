/** Content types of documents by extension (KB-02). */
const documentTypesByEnding = {
  pdf: 'application/pdf',
  txt: 'text/plain',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  csv: 'text/csv',
} as const

/** Content types of images by extension. */
export const pictureEndings = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
} as const

const contentTypes = { ...documentTypesByEnding, ...pictureEndings }

export type DocumentEnding = keyof typeof documentTypesByEnding
export type ImageEnding = keyof typeof pictureEndings
/** Extensions of files whose text is read: documents, and images, which are read like scanned pages. */
export type ReadableEnding = DocumentEnding | ImageEnding

/** Documents that can be attached to questions. */
export const documentEndings = Object.keys(documentTypesByEnding) as DocumentEnding[]
/** Files that a room's context and knowledge bases accept. */
export const contextFileEndings = Object.keys(contentTypes) as ReadableEnding[]

export type DocumentType = (typeof documentTypesByEnding)[DocumentEnding]
export const documentTypes: readonly DocumentType[] = Object.values(documentTypesByEnding)
export const contextFileTypes: readonly string[] = [...new Set(Object.values(contentTypes))]

/** Returns the extension of a document's name, ignoring case; else null. */
export const documentEndingOf = (fileName: string): DocumentEnding | null =>
  endingAmong(documentEndings, fileName)

/** The same for files of contexts and knowledge bases. */
export const readableEndingOf = (fileName: string): ReadableEnding | null =>
  endingAmong(contextFileEndings, fileName)

export const isImageEnding = (ending: ReadableEnding): ending is ImageEnding => ending in pictureEndings

/** Returns whether the name is of an image that contexts and knowledge bases accept. */
export const isImageName = (fileName: string): boolean => {
  const ending = readableEndingOf(fileName)
  return ending !== null && isImageEnding(ending)
}

function endingAmong<Ending extends string>(endings: readonly Ending[], fileName: string): Ending | null {
  const ending = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase()
  return endings.find((known) => known === ending) ?? null
}

/** Returns whether the name is of an archive: a room's context accepts the files in it, each as a file of its own. */
export const isArchiveName = (fileName: string): boolean => /\.zip$/i.test(fileName)

/** Returns the content type by extension; a byte stream for any other. */
export function contentTypeOf(fileName: string): string {
  if (isArchiveName(fileName)) return 'application/zip'
  const ending = readableEndingOf(fileName)
  return ending === null ? 'application/octet-stream' : contentTypes[ending]
}
