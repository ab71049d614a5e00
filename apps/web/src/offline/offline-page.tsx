import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Logo } from '@atrium/ui'
import { lazy, Suspense, useEffect, useState } from 'react'
import { browserWakeUps, createBackOff, waitOrWake } from '../lib/back-off.ts'
import type { OfflineChat } from '../lib/device/offline-chats.ts'
import { withPhrases } from '../lib/phrases.ts'
import { dateLocale } from '../lib/text/date-locale.ts'
import { useTranslation } from '../lib/translate.ts'
import styles from './offline.module.css'

const KeptTurns = lazy(() =>
  withPhrases(import('./kept-turns.tsx'), 'conversation').then((module) => ({ default: module.KeptTurns })),
)

/**
 * Resolves to whether the server answered before the abort: the browser's `online` event can come before the network
 * can be used or not at all, so it is only a reason to try again at once.
 */
async function waitForServer(signal: AbortSignal): Promise<boolean> {
  const backOff = createBackOff({ firstMs: 1_000, maxMs: 5_000 })
  const wakeUps = browserWakeUps()
  while (!signal.aborted) {
    await waitOrWake(backOff.next(), wakeUps, signal)
    if (signal.aborted) return false
    const reply = await fetch(`/app-config.json?${Date.now()}`, { cache: 'no-store', signal }).catch(
      () => null,
    )
    if (reply) return true
  }
  return false
}

/** Shown in place of any page while there is no connection: the chats read last on this device. */
export function OfflinePage({ chats }: { chats: readonly OfflineChat[] }) {
  const { t } = useTranslation('offline')
  const [open, setOpen] = useState<OfflineChat | null>(null)
  useEffect(() => {
    document.title = `${t('title')} · Atrium`
  }, [t])
  useEffect(() => {
    const stopping = new AbortController()
    void waitForServer(stopping.signal).then((isBack) => {
      if (isBack) location.reload()
    })
    return () => stopping.abort()
  }, [])
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Logo size={30} />
        <div className={styles.state}>
          <h1 className={styles.title}>{t('title')}</h1>
          <p className={styles.text}>{t(chats.length === 0 ? 'text.none' : 'text')}</p>
        </div>
        <TryAgain />
      </header>
      {open ? (
        <KeptChat chat={open} onBack={() => setOpen(null)} />
      ) : (
        chats.length > 0 && <ChatList chats={chats} onOpen={setOpen} />
      )}
    </div>
  )
}

function TryAgain() {
  const { t } = useTranslation('offline')
  const [isTrying, setIsTrying] = useState(false)
  const reload = () => {
    setIsTrying(true)
    location.reload()
  }
  return (
    <Button
      variant="default"
      onClick={reload}
      loading={isTrying}
      aria-label={t(isTrying ? 'trying' : 'again')}
    >
      {t('again')}
    </Button>
  )
}

type ListProps = { chats: readonly OfflineChat[]; onOpen: (chat: OfflineChat) => void }

function ChatList({ chats, onOpen }: ListProps) {
  const { t } = useTranslation('offline')
  return (
    <main>
      <h2 className={styles.heading}>{t('chats')}</h2>
      <ul className={styles.list}>
        {chats.map((chat) => (
          <li key={chat.chatId}>
            <button type="button" className={styles.chat} onClick={() => onOpen(chat)}>
              <bdi className={styles.chatTitle}>{chat.title}</bdi>
              <ReadAt chat={chat} />
            </button>
          </li>
        ))}
      </ul>
    </main>
  )
}

function KeptChat({ chat, onBack }: { chat: OfflineChat; onBack: () => void }) {
  const { t } = useTranslation('offline')
  return (
    <main>
      <Button
        variant="subtle"
        onClick={onBack}
        autoFocus
        leftSection={<IconArrowLeft size={18} className={styles.mirrored} aria-hidden="true" />}
      >
        {t('back')}
      </Button>
      <h2 className={styles.heading}>
        <bdi>{chat.title}</bdi>
      </h2>
      <ReadAt chat={chat} />
      <Suspense>
        <KeptTurns turns={chat.turns} />
      </Suspense>
    </main>
  )
}

function ReadAt({ chat }: { chat: OfflineChat }) {
  const { t } = useTranslation('offline')
  const format = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' })
  return <span className={styles.read}>{t('read', { date: format.format(chat.readAt) })}</span>
}
