import type { ReactNode } from 'react'
import styles from './state.module.css'

type EmptyStateProps = {
  icon?: ReactNode
  title: string
  text?: string
  /** A next action. */ action?: ReactNode
  compact?: boolean
}

/** An empty list: its purpose and one action. */
export function EmptyState({ icon, title, text, action, compact }: EmptyStateProps) {
  return (
    <div className={`${styles.state} ${compact ? styles.compact : ''}`}>
      {icon && (
        <div className={styles.icon} aria-hidden="true">
          {icon}
        </div>
      )}
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
