import { interfaceLanguage } from '../phrases.ts'

/**
 * The locale for dates: the browser's own if it has the interface's language (`en-GB` gives '22 Nov 2026', `en-US` 'Nov 22,
 * 2026'), otherwise that language.
 */
export const dateLocale = (
  language: string = interfaceLanguage.get(),
  ofBrowser: readonly string[] = navigator.languages,
): string => ofBrowser.find((locale) => locale.toLowerCase().split('-')[0] === language) ?? language
