import { ActionIcon, Indicator, Popover, UnstyledButton } from '@mantine/core'
import { IconAt } from '@tabler/icons-react'
import type { AccountId, MentionNotice } from '@atrium/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../features/accounts/use-account.ts'
import { Moment } from '../features/history/moment.tsx'
import { mentionsQuery, seeMentions } from '../features/mentions/queries.ts'
import { useRooms } from '../features/rooms/use-room.ts'
import { showToast } from '../lib/toasts.ts'
import { useOpenRoom } from './use-open-room.ts'
import styles from './mentions-bell.module.css'

/** Who named the reader in a question and where, behind a button that counts what is new (CHAT-08). */
export function MentionsBell() {
  const account = useAccount()
  return account && <Bell key={account.id} accountId={account.id} />
}

function Bell({ accountId }: { accountId: AccountId }) {
  const { t } = useTranslation('composing')
  const [isOpen, setIsOpen] = useState(false)
  const { data: mentions, isError } = useQuery(mentionsQuery(accountId))
  const unseen = (mentions ?? []).filter(({ isSeen }) => !isSeen)
  useToastOfNew(mentions)
  const change = (open: boolean) => {
    setIsOpen(open)
    // What the server did not hear is new again with the next load.
    if (!open)
      seeMentions(
        accountId,
        unseen.map(({ mentionId }) => mentionId),
      ).catch(() => undefined)
  }
  const label = unseen.length === 0 ? t('mentions.title') : t('mentions.unseen', { count: unseen.length })
  return (
    <Popover
      opened={isOpen}
      onChange={change}
      position="bottom-end"
      width={340}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <Indicator
          className={styles.bell}
          disabled={unseen.length === 0}
          label={unseen.length}
          size={16}
          offset={7}
          styles={{ indicator: { pointerEvents: 'none' } }}
        >
          <ActionIcon
            variant="subtle"
            color="gray"
            size={40}
            aria-label={label}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            title={label}
            onClick={() => change(!isOpen)}
          >
            <IconAt size={20} stroke={1.6} />
          </ActionIcon>
        </Indicator>
      </Popover.Target>
      <Popover.Dropdown className={styles.panel} role="dialog" aria-label={t('mentions.title')}>
        <h2 className={styles.title} tabIndex={-1} data-autofocus>
          {t('mentions.title')}
        </h2>
        {mentions === undefined ? (
          <p className={styles.note} role="status">
            {t(isError ? 'mentions.failed' : 'mentions.loading')}
          </p>
        ) : mentions.length === 0 ? (
          <p className={styles.note}>{t('mentions.empty')}</p>
        ) : (
          <>
            <MentionList mentions={mentions} onLeave={() => change(false)} />
            <p className={styles.note}>{t('mentions.private')}</p>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

type MentionListProps = { mentions: readonly MentionNotice[]; onLeave: () => void }

function MentionList({ mentions, onLeave }: MentionListProps) {
  const { t } = useTranslation('composing')
  const { data: rooms = [] } = useRooms()
  const { openChat } = useOpenRoom()
  const open = ({ roomId }: MentionNotice) => {
    const room = rooms.find(({ id }) => id === roomId)
    onLeave()
    if (room) openChat(room)
  }
  return (
    <ul className={styles.list}>
      {mentions.map((mention) => (
        <li key={mention.mentionId}>
          <UnstyledButton
            className={styles.mention}
            data-unseen={!mention.isSeen || undefined}
            onClick={() => open(mention)}
          >
            <span dir="auto">{t('mentions.line', { name: mention.by.name, room: mention.roomName })}</span>
            <span className={styles.when}>
              <Moment at={mention.mentionedAt} />
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

/** What comes while the page is open is told in passing, once. */
function useToastOfNew(mentions: readonly MentionNotice[] | undefined) {
  const { t } = useTranslation('composing')
  const known = useRef<Set<string> | null>(null)
  useEffect(() => {
    if (mentions === undefined) return
    for (const { mentionId, isSeen, by, roomName } of mentions)
      if (!isSeen && known.current !== null && !known.current.has(mentionId))
        void showToast(t('mentions.line', { name: by.name, room: roomName }))
    known.current = new Set([...(known.current ?? []), ...mentions.map(({ mentionId }) => mentionId)])
  }, [mentions, t])
}
