import { DocumentFailure } from '../document-failure.ts'
import type { Tesseract } from './find-tesseract.ts'
import type { PageReader } from './read-pictures.ts'
import { runLimited } from '../process/run-limited.ts'

/** Reads pages with the system's tesseract; a page that it can't read has no text. */
export const tesseractReader = ({ program, languages }: Tesseract): PageReader => ({
  // About 200 dpi on letter paper.
  pixels: 2_200,
  async read(png, signal) {
    const text = await runLimited(program, ['stdin', 'stdout', '-l', languages], {
      signal,
      input: png,
    }).catch((error: unknown) => {
      if (error instanceof DocumentFailure && error.problem === 'DAMAGED') return Buffer.alloc(0)
      throw error
    })
    return paragraphsOf(text.toString('utf8')).map((paragraph) => ({ kind: 'paragraph', text: paragraph }))
  },
})

const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n|\f/)
    .map((paragraph) =>
      paragraph
        .replace(/(\p{L})-\n(\p{Ll})/gu, '$1$2')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((paragraph) => /[\p{L}\p{N}]/u.test(paragraph))
