import { limits } from '@atrium/contract'

/** Characters that no file name may have: line breaks, and those that disguise it. */
const unwanted = /[\p{Cc}\p{Cs}\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** Returns the name of a file from an archive: its path below the archive's name; of a path that is too long, its end. */
export function nameInArchive(archiveName: string, path: string): string {
  const parts = path
    .normalize()
    .replaceAll(unwanted, '_')
    .split(/[/\\]/)
    .map((part) => part.trim())
    .filter((part) => !['', '.', '..'].includes(part))
  return [archiveName, ...parts]
    .join('/')
    .slice(-limits.fileNameCharacters)
    .replaceAll(/\p{Cs}/gu, '_')
}
