import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import { runLimited } from './run-limited.ts'

/** Programs of the system that read pictures of pages: poppler's draws them, tesseract reads them in these languages. */
export type ScanTools = { pdftoppm: string; tesseract: string; languages: string }

/** Those of the product, and what is often beside them. */
const wanted = ['eng', 'fra', 'vie', 'ara', 'chi_sim', 'deu']

let found: Promise<ScanTools | null> | undefined

/** Null where the system has not both; looked for once. */
export const findScanTools = (): Promise<ScanTools | null> => (found ??= find(process.env['PATH'] ?? ''))

async function find(places: string): Promise<ScanTools | null> {
  const [pdftoppm, tesseract] = await Promise.all([
    programIn(places, 'pdftoppm'),
    programIn(places, 'tesseract'),
  ])
  if (pdftoppm === null || tesseract === null) return null
  const signal = AbortSignal.timeout(10_000)
  const listed = await runLimited(tesseract, ['--list-langs'], { signal }).catch(() => Buffer.alloc(0))
  const known = listed.toString('utf8').split(/\s+/)
  const languages = wanted.filter((language) => known.includes(language)).join('+')
  return languages === '' ? null : { pdftoppm, tesseract, languages }
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
