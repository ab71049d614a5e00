import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useConversationActions } from '../../../entities/turns/conversation-actions.tsx'
import type { Walk } from '../../../entities/turns/turn-tree.ts'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './turn.module.css'

/** ‹ 2/3 ›: goes between versions of a question or answers to it. */
export function BranchWalker({ walk, label }: { walk: Walk; label: string }) {
  const { t } = useTranslation('chat')
  const { walkTo } = useConversationActions()
  const step = (turnId: Walk['next'], name: string, icon: typeof IconChevronLeft) => {
    const Icon = icon
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={name}
        disabled={turnId === null}
        onClick={() => turnId !== null && walkTo(turnId)}
      >
        <Icon size={16} className={styles.mirrored} />
      </ActionIcon>
    )
  }
  return (
    <div role="group" aria-label={label} className={styles.walker}>
      {step(walk.previous, t('walk.previous'), IconChevronLeft)}
      <span className={styles.place} aria-hidden="true">
        {walk.index}/{walk.count}
      </span>
      <span className={styles.hiddenText} role="status">
        {t('walk.place', { index: walk.index, total: walk.count })}
      </span>
      {step(walk.next, t('walk.next'), IconChevronRight)}
    </div>
  )
}
