/** A text that the database takes: without zero bytes and halves of characters, its lines ended alike. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\0', '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\S\n]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
