import type { Archive } from '../archive.ts'
import { lookThrough } from '../xml.ts'

type Workbook = {
  sheets: { name: string; relation: string }[]
  /** Whether dates count from 1904, as on old Macintoshes. */
  is1904: boolean
}

/** The sheets in their order. */
export async function readWorkbook(archive: Archive, part: string): Promise<Workbook> {
  const workbook: Workbook = { sheets: [], is1904: false }
  await lookThrough(archive.read(part), {
    open(tag, { name, relation, date1904 }) {
      if (tag === 'workbookPr') workbook.is1904 = date1904 === '1' || date1904 === 'true'
      if (tag === 'sheet' && name !== undefined && relation !== undefined)
        workbook.sheets.push({ name, relation })
    },
  })
  return workbook
}
