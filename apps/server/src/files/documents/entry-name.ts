import { isUtf8 as isValidUtf8 } from 'node:buffer'

/** The upper half of IBM's code page 437, the default of ZIP names (APPNOTE.TXT 6.3.10, D.1). */
const codePage437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

/**
 * Decodes an archive entry's name. UTF-8 if flagged or valid; else Shift-JIS, which Japanese systems write unflagged, where it
 * reads as Japanese; else code page 437.
 */
export function decodeEntryName(bytes: Buffer, { isUtf8 }: { isUtf8: boolean }): string {
  if (isUtf8 || isValidUtf8(bytes)) return bytes.toString('utf8')
  return asJapanese(bytes) ?? Array.from(bytes, in437).join('')
}

const in437 = (byte: number): string =>
  byte < 0x80 ? String.fromCharCode(byte) : (codePage437[byte - 0x80] ?? '\ufffd')

const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/u
/** Signs of a wrong encoding: a single symbol between plain letters, or characters that names don't have. */
const byChance =
  /[a-z]\p{Script=Han}(?!\p{L})|[a-z]\p{Script=Han}[a-z]|(?:^|[\s/_-])\p{Script=Han}[a-z]|[Ａ-Ｚａ-ｚ]\p{Script=Han}[a-z]|[\p{Co}\uff61-\uff65]/iu

function asJapanese(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder('shift_jis', { fatal: true }).decode(bytes)
    return japanese.test(text) && !byChance.test(text) ? text : null
  } catch {
    return null
  }
}
