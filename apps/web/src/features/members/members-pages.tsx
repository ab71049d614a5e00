import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ShowPage } from './members-screen.tsx'
import styles from './members.module.css'
import { pagesOf } from './page-of.ts'
import type { MembersPage } from './queries.ts'

type MembersPagesProps = { page: MembersPage; count: number; onPage: ShowPage }

/** Back and on through the pages; their number is in the address. */
export function MembersPages({ page, count, onPage }: MembersPagesProps) {
  const { t } = useTranslation('members')
  const total = pagesOf(count)
  if (total === 1) return null
  const to = (number: number, label: string, Icon: typeof IconChevronLeft) => (
    <Button
      variant="default"
      size="sm"
      px="xs"
      aria-label={label}
      disabled={number < 1 || number > total}
      onClick={() => onPage({ ...page, page: number })}
    >
      <Icon size={17} stroke={1.8} className={styles.mirrored} />
    </Button>
  )
  return (
    <nav className={styles.pages} aria-label={t('pages.label')}>
      {to(page.page - 1, t('pages.previous'), IconChevronLeft)}
      <span className={styles.place}>{t('pages.place', { page: page.page, total })}</span>
      {to(page.page + 1, t('pages.next'), IconChevronRight)}
    </nav>
  )
}
