import type { Language } from '@atrium/contract'
import { addPhrases, interfaceLanguage } from '../lib/phrases.ts'

/** The phrases of this page and of the parts of a conversation, in one file per language. */
const words = {
  en: () =>
    Promise.all([
      import('@atrium/phrases/en/link/link-page.ts'),
      import('@atrium/phrases/en/chat/conversation.ts'),
    ]),
  fr: () =>
    Promise.all([
      import('@atrium/phrases/fr/link/link-page.ts'),
      import('@atrium/phrases/fr/chat/conversation.ts'),
    ]),
  vi: () =>
    Promise.all([
      import('@atrium/phrases/vi/link/link-page.ts'),
      import('@atrium/phrases/vi/chat/conversation.ts'),
    ]),
  zh: () =>
    Promise.all([
      import('@atrium/phrases/zh/link/link-page.ts'),
      import('@atrium/phrases/zh/chat/conversation.ts'),
    ]),
  ar: () =>
    Promise.all([
      import('@atrium/phrases/ar/link/link-page.ts'),
      import('@atrium/phrases/ar/chat/conversation.ts'),
    ]),
}

export async function loadWords(language: Language): Promise<void> {
  const [linkPage, conversation] = await words[language]()
  addPhrases(language, { linkPage: linkPage.default, conversation: conversation.default })
  interfaceLanguage.set(language)
}
