import type { ReadableEnding } from '@atrium/contract'
import type { StoredFile } from '../../platform/storage/index.ts'
import { holdsInCompound, isCompound } from './document-compound.ts'
import { isOfficePackage } from './document-package.ts'
import { isPdf } from './document-pdf.ts'
import { isText } from './document-text.ts'
import { isImage } from './document-image.ts'
import { readRange } from '../read-range.ts'

const checks: Record<ReadableEnding, (file: StoredFile) => Promise<boolean>> = {
  pdf: isPdf,
  txt: isText,
  csv: isText,
  docx: (file) => isPackageOrEncrypted(file, 'word/'),
  xlsx: (file) => isPackageOrEncrypted(file, 'xl/'),
  pptx: (file) => isPackageOrEncrypted(file, 'ppt/'),
  odt: (file) => isOfficePackage(file, { mimetype: 'application/vnd.oasis.opendocument.text' }),
  xls: (file) => isWorkbook(file),
  png: isImage('image/png'),
  jpg: isImage('image/jpeg'),
  jpeg: isImage('image/jpeg'),
  gif: isImage('image/gif'),
  webp: isImage('image/webp'),
}

/**
 * Returns whether the bytes match the name's kind of document, and hide no other; unpacks archives without storing, so that bombs
 * are found. Interprets nothing: a protected or damaged document passes, and fails when read. Constant memory.
 */
export const isDocument = (file: StoredFile, ending: ReadableEnding): Promise<boolean> => checks[ending](file)

/** A password-protected office document is a compound file with the encrypted package (MS-OFFCRYPTO, 2.3.4). */
const isPackageOrEncrypted = async (file: StoredFile, partsFolder: string): Promise<boolean> =>
  (await isCompound(file))
    ? holdsInCompound(file, ['EncryptedPackage'])
    : isOfficePackage(file, { partsFolder })

/** A workbook in a compound file (MS-XLS), or, as before 1993, a bare stream that begins with its kind (BIFF 2 to 4). */
async function isWorkbook(file: StoredFile): Promise<boolean> {
  if (await isCompound(file)) return holdsInCompound(file, ['Workbook', 'Book'])
  const [kind, version, length] = await readRange(file, 0, 4)
  return kind === 0x09 && [0x00, 0x02, 0x04].includes(version ?? -1) && [4, 6].includes(length ?? -1)
}
