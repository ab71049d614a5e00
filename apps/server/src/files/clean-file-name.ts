/** Returns a file name for display: the last part of a possible path, in a normalized form. Never used in a key or a path here. */
export const cleanFileName = (given: string): string =>
  given
    .normalize()
    .split(/[/\\]|%2f|%5c/i)
    .at(-1)
    ?.trim() ?? ''

/** Returns the header to download a file under its name (RFC 6266, RFC 8187), with any characters. */
export function attachmentNamed(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
