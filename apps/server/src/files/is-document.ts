import type { DocumentEnding } from '@atrium/contract'
import type { StoredFile } from '../platform/storage/index.ts'
import { holdsInCompound, isCompound } from './document-compound.ts'
import { isOfficePackage } from './document-package.ts'
import { isPdf } from './document-pdf.ts'
import { isText } from './document-text.ts'
import { readRange } from './read-range.ts'

const checks: Record<DocumentEnding, (file: StoredFile) => Promise<boolean>> = {
  pdf: isPdf,
  txt: isText,
  csv: isText,
  docx: (file) => isPackageOrEncrypted(file, 'word/'),
  xlsx: (file) => isPackageOrEncrypted(file, 'xl/'),
  pptx: (file) => isPackageOrEncrypted(file, 'ppt/'),
  odt: (file) => isOfficePackage(file, { mimetype: 'application/vnd.oasis.opendocument.text' }),
  xls: (file) => isWorkbook(file),
}

/**
 * Whether the bytes are those of the kind of document that the name says, and of no other that hides behind it; an archive is
 * unpacked into nothing, so that what would burst is found. Nothing is interpreted: a document that is protected or damaged
 * within passes, and says so when it is read. Memory does not grow with the file.
 */
export const isDocument = (file: StoredFile, ending: DocumentEnding): Promise<boolean> => checks[ending](file)

/** With a password, an office document is a compound file that holds the package encrypted (MS-OFFCRYPTO, 2.3.4). */
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
