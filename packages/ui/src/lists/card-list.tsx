import type { ReactNode } from 'react'
import styles from './card-list.module.css'

type CardListProps = {
  label: string
  /** The items still belong to the previous page. */ isStale: boolean
  /** `CardItem`s. */ children: ReactNode
}

/** A framed list with one item below the other. */
export function CardList({ label, isStale, children }: CardListProps) {
  return (
    <ul className={styles.list} aria-label={label} aria-busy={isStale} data-stale={isStale || undefined}>
      {children}
    </ul>
  )
}

type CardItemProps = {
  title: string
  /** A press anywhere on the item opens it. */ onOpen: () => void
  /** Before the title. */ mark?: ReactNode
  /** Beside the title. */ beside?: ReactNode
  /** Shown in at most two lines. */ description?: ReactNode
  /** Buttons at the end. */ tools?: ReactNode
  /** Below the description. */ children?: ReactNode
}

/** An item that opens by a press anywhere on it; its tools are separate. */
export function CardItem({ title, onOpen, mark, beside, description, tools, children }: CardItemProps) {
  return (
    <li className={styles.item}>
      {mark !== undefined && (
        <span className={styles.mark} aria-hidden="true">
          {mark}
        </span>
      )}
      <div className={styles.body}>
        <div className={styles.first}>
          <button type="button" className={styles.open} dir="auto" onClick={onOpen}>
            {title}
          </button>
          {beside}
        </div>
        {description !== undefined && (
          <p className={styles.description} dir="auto">
            {description}
          </p>
        )}
        {children}
      </div>
      {tools && <div className={styles.tools}>{tools}</div>}
    </li>
  )
}
