const imageEndings = ['png', 'jpg', 'jpeg', 'gif', 'webp'] as const
const textEndings = ['pdf', 'txt', 'csv', 'docx', 'odt', 'pptx', 'xlsx', 'xls'] as const

export type ImageEnding = (typeof imageEndings)[number]
/** The ending of a file that can be read: a document, or an image, which is read like a scanned page. */
export type ReadableEnding = (typeof textEndings)[number] | ImageEnding

/** What a reader process reads: a kind of file as text, or a Word document with its formatting. */
export type ReadAs = ReadableEnding | 'word'

export const isImageEnding = (ending: ReadableEnding): ending is ImageEnding =>
  imageEndings.some((one) => one === ending)
