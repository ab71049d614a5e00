import type { AccountId, ChatId, ChatLink, TurnId } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { Badge, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { chatLinksQuery, linkChanges } from '../../entities/chats/chat-links.ts'
import { LoadFailure } from '../../lib/lists/load-failure.tsx'
import { dateLocale } from '../../lib/text/date-locale.ts'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './chat-links.module.css'
import { NewChatLink } from './new-chat-link.tsx'

type ChatLinksProps = { accountId: AccountId; chatId: ChatId; lastTurnId: TurnId }

/** The links of a chat to read-only copies of it (CHAT-11), and a form to make one. */
export function ChatLinks({ accountId, chatId, lastTurnId }: ChatLinksProps) {
  const { t } = useTranslation('shareDialog')
  const found = useQuery(chatLinksQuery(accountId, chatId))
  return (
    <section className={styles.section} aria-labelledby="chat-links">
      <h3 id="chat-links" className={styles.title}>
        {t('links')}
      </h3>
      <Text c="dimmed" size="sm" mb="md">
        {t('links.text')}
      </Text>
      {found.isPending && <SkeletonRows count={2} label={t('links.loading')} />}
      {found.isError && !found.data && <LoadFailure compact title={t('links.failed')} query={found} />}
      {found.data && (
        <>
          <NewChatLink {...{ accountId, chatId, lastTurnId }} allowsAnyone={found.data.allowsAnyone} />
          {found.data.links.length === 0 ? (
            <Text c="dimmed" size="sm">
              {t('links.none')}
            </Text>
          ) : (
            <ul className={styles.links} aria-label={t('links.list')}>
              {found.data.links.map((link) => (
                <LinkRow key={link.chatLinkId} {...{ accountId, chatId, link }} />
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}

const tones = { open: 'green', expired: 'gray', revoked: 'red' } as const

function LinkRow({ accountId, chatId, link }: { accountId: AccountId; chatId: ChatId; link: ChatLink }) {
  const { t } = useTranslation('shareDialog')
  const until = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium' }).format(
    new Date(link.expiresAt),
  )
  return (
    <li className={styles.link}>
      <Badge variant="light" color={tones[link.state]} radius="sm">
        {t(`links.state.${link.state}`)}
      </Badge>
      <span className={styles.facts}>
        <span>{t(`links.${link.audience}`)}</span>
        <span>{t('links.until', { date: until })}</span>
        <span>{t('links.views', { count: link.viewCount })}</span>
      </span>
      {link.state === 'open' && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          onClick={() =>
            void showOutcome(linkChanges(accountId, chatId).revoke(link.chatLinkId), t('links.revoked'))
          }
        >
          {t('links.revoke')}
        </Button>
      )}
    </li>
  )
}
