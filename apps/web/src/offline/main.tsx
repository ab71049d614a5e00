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

async function start(): Promise<void> {
  const language = languageOfBrowser()
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
  await startPhrases()
  const [chats] = await Promise.all([readOfflineChats(), loadPhrases('common', 'offline')])
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <AtriumProvider language={language} direction={directionOf(language)}>
        <OfflinePage chats={chats} />
      </AtriumProvider>
    </StrictMode>,
  )
}

void start()
