import type { MentionNotice } from '@atrium/contract'
import { Popover } from '@mantine/core'
import { useEffect } from 'react'
import { Moment } from '../lib/moment.tsx'
import { useTranslation } from '../lib/translate.ts'
import type { AskedMenu } from '../lib/tools/menu-on-demand.ts'
import { StandIn } from '../lib/stand-in.tsx'
import styles from './mentions-bell.module.css'

type MentionsPanelProps = {
  menu: AskedMenu
  /** Undefined while they load. */
  mentions: readonly MentionNotice[] | undefined
  hasFailed: boolean
}

/** The reader's mentions, below the button that counts them. */
export function MentionsPanel({ menu, mentions, hasFailed }: MentionsPanelProps) {
  const { t } = useTranslation('composing')
  const { button, isOpen, onChange, onMade } = menu
  useEffect(onMade, [onMade])
  return (
    <Popover
      opened={isOpen}
      onChange={onChange}
      position="bottom-end"
      width={340}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <StandIn for={button} />
      </Popover.Target>
      <Popover.Dropdown className={styles.panel} role="dialog" aria-label={t('mentions.title')}>
        <h2 className={styles.title} tabIndex={-1} data-autofocus>
          {t('mentions.title')}
        </h2>
        {mentions === undefined ? (
          <p className={styles.note} role="status">
            {t(hasFailed ? 'mentions.failed' : 'mentions.loading')}
          </p>
        ) : mentions.length === 0 ? (
          <p className={styles.note}>{t('mentions.empty')}</p>
        ) : (
          <>
            <MentionList mentions={mentions} />
            <p className={styles.note}>{t('mentions.private')}</p>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

/** The author, room and time of a mention. Not a link: the chat is private to its author. */
function MentionList({ mentions }: { mentions: readonly MentionNotice[] }) {
  const { t } = useTranslation('composing')
  return (
    <ul className={styles.list}>
      {mentions.map((mention) => (
        <li key={mention.mentionId} className={styles.mention} data-unseen={!mention.isSeen || undefined}>
          <span dir="auto">{t('mentions.line', { name: mention.by.name, room: mention.roomName })}</span>
          <span className={styles.when}>
            <Moment at={mention.mentionedAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}
