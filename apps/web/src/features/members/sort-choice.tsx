import { SortField } from '@atrium/ui/lists/sort-field.tsx'
import { useTranslation } from '../../lib/translate.ts'
import type { ShowPage } from './show-page.ts'
import type { MembersPage } from '../../entities/accounts/members.ts'

const sorts = [
  { sort: 'name', order: 'asc', phrase: 'sort.name' },
  { sort: 'email', order: 'asc', phrase: 'sort.email' },
  { sort: 'role', order: 'asc', phrase: 'sort.role' },
  { sort: 'status', order: 'asc', phrase: 'sort.status' },
  { sort: 'joined', order: 'desc', phrase: 'sort.newest' },
  { sort: 'joined', order: 'asc', phrase: 'sort.oldest' },
] as const

/** The sort order, where there are no table headers to click. */
export function SortChoice({ page, onPage }: { page: MembersPage; onPage: ShowPage }) {
  const { t } = useTranslation('members')
  return (
    <SortField
      onlyOnPhones
      label={t('sort.label')}
      sorts={sorts.map(({ phrase }) => ({ name: phrase, label: t(phrase) }))}
      sort={sorts.find(({ sort, order }) => sort === page.sort && order === page.order)?.phrase ?? null}
      onSort={(phrase) => {
        const chosen = sorts.find((one) => one.phrase === phrase)
        if (chosen) onPage({ ...page, page: 1, sort: chosen.sort, order: chosen.order })
      }}
    />
  )
}
