import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './state.module.css'

type ErrorStateProps = {
  title: string
  /** What to do next. */ text?: string | undefined
  action?: ReactNode
  compact?: boolean
}

/** An error state: announced to screen readers, with advice. */
export function ErrorState({ title, text, action, compact }: ErrorStateProps) {
  return (
    <div role="alert" className={`${styles.state} ${compact ? styles.compact : ''}`}>
      {!compact && (
        <div className={`${styles.icon} ${styles.trouble}`} aria-hidden="true">
          <IconAlertTriangle size={24} stroke={1.6} />
        </div>
      )}
      <p className={styles.title}>{title}</p>
      {text && !isSame(text, title) && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}

/** Whether two texts differ only in case and punctuation: then one of them is enough. */
const isSame = (one: string, other: string): boolean => lettersOf(one) === lettersOf(other)
const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
