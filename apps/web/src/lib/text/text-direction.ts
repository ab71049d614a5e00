/** Which way a text runs, by its first letter that says so; left to right when none does. */
export const textDirection = (text: string): 'ltr' | 'rtl' =>
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text) ? 'rtl' : 'ltr'
