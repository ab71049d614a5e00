/** Lists separated as a language does, without an 'and'. The type `unit` separates nothing in Chinese. */
export const commaList = (language: string): Intl.ListFormat =>
  new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' })
