import type { Archive } from '../archive.ts'
import { lookThrough } from '../xml.ts'

/** The built-in number formats (18.8.30), as far as they change how a number is displayed. */
function builtIn(id: number): string {
  if (id === 9 || id === 10) return '0%'
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || (id >= 50 && id <= 58) || id === 36)
    return 'yyyy-mm-dd'
  if (id === 22) return 'yyyy-mm-dd hh:mm'
  if (id === 46) return '[h]:mm:ss'
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id === 45 || id === 47) return 'hh:mm:ss'
  return ''
}

/** Returns the number formats by style index. */
export async function readCellFormats(archive: Archive, part: string | undefined): Promise<string[]> {
  const codes = new Map<number, string>()
  const formats: string[] = []
  if (part === undefined) return formats
  let isInCells = false
  await lookThrough(archive.read(part), {
    open(name, { numFmtId, formatCode }) {
      const id = Number(numFmtId)
      if (name === 'numFmt' && formatCode !== undefined) codes.set(id, formatCode)
      else if (name === 'cellXfs') isInCells = true
      else if (name === 'xf' && isInCells) formats.push(codes.get(id) ?? builtIn(id))
    },
    close: (name) => void (isInCells &&= name !== 'cellXfs'),
  })
  return formats
}
