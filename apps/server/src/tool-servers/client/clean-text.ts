import { storable } from '@atrium/contract'

/** Characters that hide text from people or change its direction: zero-width, overrides, tags, and controls but line breaks and tabs. */
const hidden =
  /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu

/** Returns text of a server as people and models may see it: storable, and without hidden characters. */
export const cleanText = (text: string): string =>
  storable(text).replaceAll('\r\n', '\n').replaceAll(hidden, '')

/** The same on one line, cut to a number of UTF-16 units. */
export const cleanLine = (text: string, maxCharacters: number): string =>
  cleanText(text.slice(0, maxCharacters * 4))
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .slice(0, maxCharacters)
    .toWellFormed()
