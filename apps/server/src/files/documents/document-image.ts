import type { StoredFile } from '../../platform/storage/index.ts'
import { readRange } from '../read-range.ts'
import { typeOfPicture } from '../pictures/read-picture.ts'

const markup = /<(?:!doctype\s+html|html|head|body|script|svg|iframe)[\s>/]/i
const lookedAtBytes = 1024

/**
 * Returns whether a file begins as an image of this type, without HTML hidden in its first kilobyte. Decoding happens later, in
 * the reader process, where a damaged one fails.
 */
export const isImage =
  (contentType: NonNullable<ReturnType<typeof typeOfPicture>>) =>
  async (file: StoredFile): Promise<boolean> => {
    const head = await readRange(file, 0, lookedAtBytes)
    return typeOfPicture(head) === contentType && !markup.test(head.toString('latin1'))
  }
