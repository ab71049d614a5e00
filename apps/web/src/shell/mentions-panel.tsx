import type { MentionNotice } from '@atrium/contract'
import { Popover } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Moment } from '../lib/moment.tsx'
import { useTranslation } from '../lib/translate.ts'
import type { AskedMenu } from '../lib/tools/menu-on-demand.ts'
import { StandIn } from '../lib/tools/stand-in.tsx'
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
            <MentionList mentions={mentions} onOpen={() => onChange(false)} />
            {mentions.some(({ question, comment }) => question === null && comment === null) && (
              <p className={styles.note}>{t('mentions.private')}</p>
            )}
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

type MentionListProps = { mentions: readonly MentionNotice[]; onOpen: () => void }

/** The author, room and time of each mention; a link to the question where the chat is shared. */
function MentionList({ mentions, onOpen }: MentionListProps) {
  return (
    <ul className={styles.list}>
      {mentions.map((mention) => (
        <li key={mention.mentionId} className={styles.mention} data-unseen={!mention.isSeen || undefined}>
          <MentionLine mention={mention} onOpen={onOpen} />
          <span className={styles.when}>
            <Moment at={mention.mentionedAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function MentionLine({ mention, onOpen }: { mention: MentionNotice; onOpen: () => void }) {
  const { t } = useTranslation('composing')
  const text = t('mentions.line', { name: mention.by.name, room: mention.roomName })
  if (mention.comment) {
    const { canvasId, threadId } = mention.comment
    return (
      <Link
        dir="auto"
        className={styles.open}
        to="/canvas/$canvasId"
        params={{ canvasId }}
        search={{ thread: threadId }}
        onClick={onOpen}
      >
        {text}
      </Link>
    )
  }
  if (mention.question === null) return <span dir="auto">{text}</span>
  const { chatId, turnId } = mention.question
  return (
    <Link
      dir="auto"
      className={styles.open}
      to="/chat/$chatId"
      params={{ chatId }}
      search={{ turn: turnId }}
      onClick={onOpen}
    >
      {text}
    </Link>
  )
}
