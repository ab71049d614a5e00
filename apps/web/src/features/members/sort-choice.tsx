import { Select } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'
import type { ShowPage } from './show-page.ts'
import styles from './members.module.css'
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
  const choose = (phrase: string | null) => {
    const chosen = sorts.find((one) => one.phrase === phrase)
    if (chosen) onPage({ ...page, page: 1, sort: chosen.sort, order: chosen.order })
  }
  return (
    <Select
      className={styles.sort}
      aria-label={t('sort.label')}
      value={sorts.find(({ sort, order }) => sort === page.sort && order === page.order)?.phrase ?? null}
      onChange={choose}
      allowDeselect={false}
      data={sorts.map(({ phrase }) => ({ value: phrase, label: t(phrase) }))}
    />
  )
}
