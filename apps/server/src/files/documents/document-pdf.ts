import type { StoredFile } from '../../platform/storage/index.ts'
import { readRange, readTail } from '../read-range.ts'

const markup = /<(?:!doctype\s+html|html|head|body|script|svg|iframe)[\s>/]/i
const lookedAtBytes = 1024

/**
 * Returns whether a file is a PDF: begins with its header (ISO 32000-2, 7.5.2), possibly after a byte order mark or spaces, with
 * no HTML hidden in its first kilobyte or after its last end mark.
 */
export async function isPdf(file: StoredFile): Promise<boolean> {
  const head = (await readRange(file, 0, lookedAtBytes)).toString('latin1')
  if (!/^(?:\xef\xbb\xbf)?\s{0,16}%PDF-\d/.test(head) || markup.test(head)) return false
  const tail = (await readTail(file, lookedAtBytes)).toString('latin1')
  return !markup.test(tail.slice(tail.lastIndexOf('%%EOF') + 1))
}
