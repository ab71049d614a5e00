const marks = /\p{Mn}/gu
/** Letters that have no decomposition into a plain one and a mark. */
const plain: Readonly<Record<string, string>> = {
  đ: 'd',
  ł: 'l',
  ø: 'o',
  ħ: 'h',
  ı: 'i',
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  // Arabic forms of alef, yeh and teh marbuta that people write for one another.
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ة: 'ه',
  ؤ: 'و',
  ئ: 'ي',
  ـ: '',
}
const special = new RegExp(`[${Object.keys(plain).join('')}]`, 'gu')

/** Small letters without accents, vowel signs or variants. */
export const fold = (word: string): string =>
  word
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(marks, '')
    .normalize('NFKC')
    .replaceAll(special, (letter) => plain[letter] ?? letter)
