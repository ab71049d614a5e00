/**
 * What a file is called where people read it: the last part of what may have been a path, in the form in which other systems
 * write names too. It is never part of a key or a path here.
 */
export const cleanFileName = (given: string): string =>
  given
    .normalize()
    .split(/[/\\]|%2f|%5c/i)
    .at(-1)
    ?.trim() ?? ''

/** The header with which a file is saved under its name (RFC 6266, RFC 8187), whatever characters that has. */
export function attachmentNamed(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
