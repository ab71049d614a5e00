import { limits } from '@atrium/contract'

/** What no name of a file may have: it would break a line, or let the name lie about itself. */
const unwanted = /[\p{Cc}\p{Cs}\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** What a file that came in an archive is called: its path below the archive's name; of a path that is too long, its end. */
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
