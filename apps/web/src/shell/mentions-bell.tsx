import { ActionIcon, Indicator } from '@mantine/core'
import { IconAt } from '@tabler/icons-react'
import type { AccountId, MentionNotice } from '@atrium/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { useAccount } from '../entities/accounts/use-account.ts'
import { mentionsQuery, seeMentions } from '../entities/chats/mentions.ts'
import { useTranslation } from '../lib/translate.ts'
import { useMenuOnDemand } from '../lib/tools/menu-on-demand.ts'
import { showToast } from '../lib/toasts/toasts.ts'
import styles from './mentions-bell.module.css'

const load = () => import('./mentions-panel.tsx')
const preload = () => void load().catch(() => {})
const MentionsPanel = lazy(() => load().then((module) => ({ default: module.MentionsPanel })))

/** Mentions of the user, behind a button with the number of new ones (CHAT-08). */
export function MentionsBell() {
  const account = useAccount()
  return account && <Bell key={account.id} accountId={account.id} />
}

function Bell({ accountId }: { accountId: AccountId }) {
  const { t } = useTranslation('composing')
  const { menu, buttonProps } = useMenuOnDemand(preload, 'dialog')
  const { data: mentions, isError } = useQuery(mentionsQuery(accountId))
  const unseen = (mentions ?? []).filter(({ isSeen }) => !isSeen)
  useToastOfNew(mentions)
  const seeAll = useEffectEvent(() => {
    // Mentions whose update didn't reach the server are new again at the next load.
    seeMentions(
      accountId,
      unseen.map(({ mentionId }) => mentionId),
    ).catch(() => undefined)
  })
  const isOpen = menu?.isOpen ?? false
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) seeAll()
    wasOpen.current = isOpen
  }, [isOpen])
  const label = unseen.length === 0 ? t('mentions.title') : t('mentions.unseen', { count: unseen.length })
  return (
    <>
      <Indicator
        className={styles.bell}
        disabled={unseen.length === 0}
        label={unseen.length}
        size={16}
        offset={7}
        styles={{ indicator: { pointerEvents: 'none' } }}
      >
        <ActionIcon variant="subtle" color="gray" size={40} aria-label={label} title={label} {...buttonProps}>
          <IconAt size={20} stroke={1.6} />
        </ActionIcon>
      </Indicator>
      {menu && (
        <Suspense>
          <MentionsPanel menu={menu} mentions={mentions} hasFailed={isError} />
        </Suspense>
      )}
    </>
  )
}

/** New mentions while the page is open show a toast, once. */
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
