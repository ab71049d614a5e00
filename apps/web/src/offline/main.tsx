import '@atrium/ui/styles.css'
import { type Language, languages } from '@atrium/contract'
import { directionOf } from '@atrium/phrases'
import { AtriumProvider } from '@atrium/ui'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startPhrases } from '../lib/i18n.ts'
import { readOfflineChats } from '../lib/device/offline-chats.ts'
import { loadPhrases } from '../lib/phrases.ts'
import { storedLanguage } from '../lib/stored.ts'
import { OfflinePage } from './offline-page.tsx'

/** The order of I18N-02: the person's choice, then the browser's languages, then English. */
function languageOfBrowser(): Language {
  const wanted = [storedLanguage.read(), ...navigator.languages.map((tag) => tag.split('-')[0])]
  for (const tag of wanted) {
    const known = languages.find((language) => language === tag)
    if (known) return known
  }
  return 'en'
}

/** The service worker keeps the phrases of one language, which may have been changed since. */
async function loadKeptPhrases(): Promise<Language> {
  const wanted = languageOfBrowser()
  for (const language of new Set([wanted, ...languages])) {
    document.documentElement.lang = language
    try {
      await startPhrases()
      await loadPhrases('common', 'offline', 'conversation')
      document.documentElement.dir = directionOf(language)
      return language
    } catch {
      // Another language is tried.
    }
  }
  throw new Error('No phrases are kept')
}

async function start(): Promise<void> {
  const [chats, language] = await Promise.all([readOfflineChats(), loadKeptPhrases()])
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <AtriumProvider language={language} direction={directionOf(language)}>
        <OfflinePage chats={chats} />
      </AtriumProvider>
    </StrictMode>,
  )
}

void start()
