import { extractText, getDocumentProxy } from 'unpdf'

/** Returns all text of a PDF, for tests of written ones. */
export async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return text
}
