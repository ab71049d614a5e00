import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './pager.module.css'

type PagerProps = {
  /** From 1; may be beyond the last page. */ page: number
  /** Number of pages. */ total: number
  words: { label: string; previous: string; next: string; place: string }
} & (
  | { onPage: (page: number) => void }
  | {
      /** Renders the link to a page from the props of its button. */
      renderLink: (page: number, props: ComponentPropsWithRef<'a'>) => ReactNode
    }
)

/** Previous and next page of a list, as buttons or links; nothing for a single page. */
export function Pager({ page, total, words, ...to }: PagerProps) {
  if (total === 1 && page === 1) return null
  const step = (number: number, label: string, Icon: typeof IconChevronLeft) => {
    const isThere = number >= 1 && number <= total
    const way =
      'onPage' in to
        ? { onClick: () => to.onPage(number) }
        : isThere && { renderRoot: (props: ComponentPropsWithRef<'a'>) => to.renderLink(number, props) }
    return (
      <Button variant="default" size="sm" px="xs" aria-label={label} disabled={!isThere} {...way}>
        <Icon size={17} stroke={1.8} className={styles.mirrored} />
      </Button>
    )
  }
  return (
    <nav className={styles.pages} aria-label={words.label}>
      {step(Math.min(page - 1, total), words.previous, IconChevronLeft)}
      <span className={styles.place}>{words.place}</span>
      {step(page + 1, words.next, IconChevronRight)}
    </nav>
  )
}
