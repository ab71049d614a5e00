/** Normalizes text for the database: no NUL or unpaired surrogates, uniform line ends. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\0', '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\S\n]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
