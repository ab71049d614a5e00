import type { LinkedChat } from '@atrium/contract'
import { use, Suspense } from 'react'
import { ConversationLabelsProvider } from '../features/conversation/conversation-labels.tsx'
import { useConversationWords } from '../features/conversation/use-conversation-words.ts'
import { dateLocale } from '../lib/text/date-locale.ts'
import { useTranslation } from '../lib/translate.ts'
import { LinkedTurns } from './linked-turns.tsx'
import type { FoundLink } from './load-link.ts'

type LinkPageProps = { token: string; found: Promise<FoundLink> }

/** The page of a chat link (CHAT-11): a read-only copy of a conversation, or one neutral message. */
export const LinkPage = (props: LinkPageProps) => (
  <Suspense fallback={<Loading />}>
    <Found {...props} />
  </Suspense>
)

function Loading() {
  const { t } = useTranslation('linkPage')
  return (
    <main className="message" aria-busy="true">
      <p role="status">{t('loading')}</p>
    </main>
  )
}

function Found({ token, found }: LinkPageProps) {
  const { t } = useTranslation('linkPage')
  const link = use(found)
  if (link.state === 'open') return <Copy token={token} chat={link.chat} />
  document.title = t(`${link.state}.title`)
  return (
    <main className="message">
      <h1>{t(`${link.state}.title`)}</h1>
      {link.state !== 'gone' && <p>{t(`${link.state}.text`)}</p>}
      {link.state === 'signedOut' && (
        <a
          className="button"
          data-main
          href={`/auth/login?returnTo=${encodeURIComponent(`/shared/${token}`)}`}
        >
          {t('signIn')}
        </a>
      )}
      {(link.state === 'failed' || link.state === 'limited') && (
        <button type="button" className="button" data-main onClick={() => location.reload()}>
          {t('retry')}
        </button>
      )}
    </main>
  )
}

function Copy({ token, chat }: { token: string; chat: LinkedChat }) {
  const { t } = useTranslation('linkPage')
  const labels = useConversationWords()
  const day = (at: string) =>
    new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'long' }).format(new Date(at))
  const title = chat.title || t('untitled')
  document.title = title
  return (
    <ConversationLabelsProvider value={labels}>
      <header className="head">
        <h1 dir="auto">{title}</h1>
        <p className="quiet">{t('about', { made: day(chat.createdAt), until: day(chat.expiresAt) })}</p>
        <p className="quiet">{t(chat.isMember ? 'members' : 'anyone')}</p>
      </header>
      <main className="turns">
        {chat.earlierCount > 0 && <p className="quiet">{t('earlier', { count: chat.earlierCount })}</p>}
        <LinkedTurns turns={chat.turns} />
      </main>
      <footer className="foot">
        <a className="button" data-main href={`/copy-of/shared/${token}`}>
          {t('copy')}
        </a>
      </footer>
    </ConversationLabelsProvider>
  )
}
