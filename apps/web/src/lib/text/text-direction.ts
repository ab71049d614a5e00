/** The direction of a text, by its first strong character; left to right if none. */
export const textDirection = (text: string): 'ltr' | 'rtl' =>
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text) ? 'rtl' : 'ltr'
