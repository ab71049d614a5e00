import { useTranslation } from 'react-i18next'
import { Pages } from '../lists/pages.tsx'
import type { ShowPage } from './members-screen.tsx'
import { pagesOf } from './page-of.ts'
import type { MembersPage } from './queries.ts'

type MembersPagesProps = { page: MembersPage; count: number; onPage: ShowPage }

/** Back and on through the members; the page's number is in the address. */
export function MembersPages({ page, count, onPage }: MembersPagesProps) {
  const { t } = useTranslation('members')
  const total = pagesOf(count)
  return (
    <Pages
      page={page.page}
      total={total}
      onPage={(number) => onPage({ ...page, page: number })}
      words={{
        label: t('pages.label'),
        previous: t('pages.previous'),
        next: t('pages.next'),
        place: t('pages.place', { page: page.page, total }),
      }}
    />
  )
}
