import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import styles from './pager.module.css'

type PagerProps = {
  /** From 1. */ page: number
  /** Total number. */ total: number
  onPage: (page: number) => void
  words: { label: string; previous: string; next: string; place: string }
}

/** Previous and next page of a list; nothing for a single page. */
export function Pager({ page, total, onPage, words }: PagerProps) {
  if (total === 1) return null
  const to = (number: number, label: string, Icon: typeof IconChevronLeft) => (
    <Button
      variant="default"
      size="sm"
      px="xs"
      aria-label={label}
      disabled={number < 1 || number > total}
      onClick={() => onPage(number)}
    >
      <Icon size={17} stroke={1.8} className={styles.mirrored} />
    </Button>
  )
  return (
    <nav className={styles.pages} aria-label={words.label}>
      {to(page - 1, words.previous, IconChevronLeft)}
      <span className={styles.place}>{words.place}</span>
      {to(page + 1, words.next, IconChevronRight)}
    </nav>
  )
}
