import { DocumentFailure } from '../document-failure.ts'
import { type Archive, openArchive } from './archive.ts'

const compoundSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le')

export const isCompound = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(compoundSignature)

/**
 * The archive of an office document. A password-protected one is a compound file with the encrypted package (MS-OFFCRYPTO,
 * 2.3.4): PROTECTED.
 */
export async function openPackage(bytes: Buffer): Promise<Archive> {
  if (isCompound(bytes)) throw new DocumentFailure(bytes.includes(encryptedPackage) ? 'PROTECTED' : 'DAMAGED')
  return await openArchive(bytes)
}
