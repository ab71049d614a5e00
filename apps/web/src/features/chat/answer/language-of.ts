import type { Language } from '@atrium/contract'

const count = (text: string, letters: RegExp) => text.match(letters)?.length ?? 0

/**
 * Guesses a text's language, to choose a voice: by script, Vietnamese letters and French function words. Other Latin text counts
 * as the interface's language if possible, else English.
 */
export function languageOf(text: string, interfaceLanguage: Language): Language {
  const sample = text.slice(0, 2000)
  const letters = Math.max(1, count(sample, /\p{L}/gu))
  if (count(sample, /\p{Script=Arabic}/gu) / letters > 0.3) return 'ar'
  if (count(sample, /\p{Script=Han}/gu) / letters > 0.3) return 'zh'
  if (
    count(sample.normalize('NFC'), /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/giu) / letters >
    0.04
  )
    return 'vi'
  if (count(sample, /\b(le|la|les|des|est|une|dans|pour|vous|que|qui)\b/giu) / letters > 0.03) return 'fr'
  return interfaceLanguage === 'ar' || interfaceLanguage === 'zh' || interfaceLanguage === 'vi'
    ? 'en'
    : interfaceLanguage
}
