import type { Language } from '@atrium/contract'

const count = (text: string, letters: RegExp) => text.match(letters)?.length ?? 0

/**
 * The language that a text is most probably written in, for choosing a voice: by its script, and by Vietnamese's own
 * letters and French's small words. Other Latin text is taken for the interface's language if that can be, else English.
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
