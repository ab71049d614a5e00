import { interfaceLanguage } from '../phrases.ts'

/**
 * The locale in which dates are written: the browser's own, where it speaks the language of the interface (`en-GB` has
 * '22 Nov 2026', `en-US` 'Nov 22, 2026'), else that language.
 */
export const dateLocale = (
  language: string = interfaceLanguage.get(),
  ofBrowser: readonly string[] = navigator.languages,
): string => ofBrowser.find((locale) => locale.toLowerCase().split('-')[0] === language) ?? language
