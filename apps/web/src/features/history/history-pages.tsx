import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { HistoryPage } from '../../entities/chats/queries.ts'
import { useTranslation } from '../../lib/translate.ts'
import { historyLink, pagesOf } from './page-of.ts'
import styles from '@atrium/ui/components/pager.module.css'

/** Back and on through the pages; their number is in the address. */
export function HistoryPages({ page, count }: { page: HistoryPage; count: number }) {
  const { t } = useTranslation('history')
  const total = pagesOf(count)
  if (total === 1) return null
  const to = (number: number, label: string, icon: typeof IconChevronLeft) => {
    const Icon = icon
    const isThere = number >= 1 && number <= total
    const shared = { variant: 'default', size: 'sm', px: 'xs', 'aria-label': label } as const
    const content = <Icon size={17} stroke={1.8} className={styles.mirrored} />
    if (!isThere)
      return (
        <Button {...shared} disabled>
          {content}
        </Button>
      )
    return (
      <Button
        {...shared}
        renderRoot={(props) => <Link {...props} {...historyLink({ ...page, page: number })} />}
      >
        {content}
      </Button>
    )
  }
  return (
    <nav className={styles.pages} aria-label={t('pages.label')}>
      {to(page.page - 1, t('pages.previous'), IconChevronLeft)}
      <span className={styles.place}>{t('pages.place', { page: page.page, total })}</span>
      {to(page.page + 1, t('pages.next'), IconChevronRight)}
    </nav>
  )
}
