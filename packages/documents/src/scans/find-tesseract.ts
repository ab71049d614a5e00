import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import { runLimited } from '../process/run-limited.ts'

/** The system's OCR program, and its languages, such as `eng+fra`. */
export type Tesseract = { program: string; languages: string }

/** The product's languages, and common companions. */
const wanted = ['eng', 'fra', 'vie', 'ara', 'chi_sim', 'deu']

let found: Promise<Tesseract | null> | undefined

/** Null where the system has none; searched once. */
export const findTesseract = (): Promise<Tesseract | null> => (found ??= find(process.env['PATH'] ?? ''))

async function find(places: string): Promise<Tesseract | null> {
  const program = await programIn(places, 'tesseract')
  if (program === null) return null
  const signal = AbortSignal.timeout(10_000)
  const listed = await runLimited(program, ['--list-langs'], { signal }).catch(() => Buffer.alloc(0))
  const known = listed.toString('utf8').split(/\s+/)
  const languages = wanted.filter((language) => known.includes(language)).join('+')
  return languages === '' ? null : { program, languages }
}

async function programIn(places: string, name: string): Promise<string | null> {
  for (const folder of places.split(path.delimiter)) {
    const program = path.join(folder, name)
    if (
      folder !== '' &&
      (await access(program, constants.X_OK).then(
        () => true,
        () => false,
      ))
    )
      return program
  }
  return null
}
