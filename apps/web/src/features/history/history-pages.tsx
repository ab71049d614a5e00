import { limits } from '@atrium/contract'
import { Link } from '@tanstack/react-router'
import type { HistoryPage } from '../../entities/chats/queries.ts'
import { Pages } from '../../lib/lists/pages.tsx'
import { useTranslation } from '../../lib/translate.ts'
import { historyLink } from './page-of.ts'

/** Links to the previous and next page: the page number is in the address. */
export function HistoryPages({ page, count }: { page: HistoryPage; count: number }) {
  const { t } = useTranslation('history')
  return (
    <Pages
      t={t}
      page={page.page}
      count={count}
      pageSize={limits.historyPageSize}
      renderLink={(number, props) => <Link {...props} {...historyLink({ ...page, page: number })} />}
    />
  )
}
