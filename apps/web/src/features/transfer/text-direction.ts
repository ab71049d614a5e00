const letter = /\p{L}/u
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Whether a text is right-to-left: by its first letter, as in browsers. */
export const isRightToLeft = (text: string): boolean => rightToLeft.test(letter.exec(text)?.[0] ?? '')
