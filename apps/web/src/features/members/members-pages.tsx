import { Pager } from '@atrium/ui/components/pager.tsx'
import { useTranslation } from '../../lib/translate.ts'
import type { ShowPage } from './show-page.ts'
import { pagesOf } from '../../entities/accounts/members-page.ts'
import type { MembersPage } from '../../entities/accounts/members.ts'

type MembersPagesProps = { page: MembersPage; count: number; onPage: ShowPage }

/** Back and on through the members; the page's number is in the address. */
export function MembersPages({ page, count, onPage }: MembersPagesProps) {
  const { t } = useTranslation('members')
  const total = pagesOf(count)
  return (
    <Pager
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
