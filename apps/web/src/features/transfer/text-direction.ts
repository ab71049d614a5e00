const letter = /\p{L}/u
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Whether a text reads from right to left: as its first letter does, by which browsers decide too. */
export const isRightToLeft = (text: string): boolean => rightToLeft.test(letter.exec(text)?.[0] ?? '')
