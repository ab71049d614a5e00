import { limits, personStates } from '@atrium/contract'
import { NativeSelect } from '@mantine/core'
import { useTranslation } from '../../../lib/translate.ts'
import { oneOf } from '../../../lib/text/parse.ts'
import { SearchField } from '@atrium/ui/lists/search-field.tsx'
import type { PeoplePage } from './people-page.ts'
import styles from './people.module.css'

type PeopleFiltersProps = { page: PeoplePage; onPage: (page: PeoplePage) => void }

const roles = ['system-admin', 'owner'] as const
const factors = ['on', 'off'] as const

/** Search and filters of the list. */
export function PeopleFilters({ page, onPage }: PeopleFiltersProps) {
  const { t } = useTranslation('systemPeople')
  const change = (changes: Partial<PeoplePage>) => onPage({ ...page, ...changes, page: 1 })
  const label = t('filter.any')
  const any = { value: '', label }
  return (
    <search className={styles.filters}>
      <SearchField
        label={t('search')}
        search={page.search}
        onSearch={(search) => change({ search })}
        maxLength={limits.memberSearchCharacters}
        className={styles.search}
      />
      <NativeSelect
        label={t('filter.state')}
        value={page.state ?? ''}
        data={[any, ...personStates.map((value) => ({ value, label: t(`state.${value}`) }))]}
        onChange={(event) => change({ state: oneOf(...personStates)(event.currentTarget.value) ?? null })}
      />
      <NativeSelect
        label={t('filter.role')}
        value={page.role ?? ''}
        data={[any, ...roles.map((value) => ({ value, label: t(`filter.role.${value}`) }))]}
        onChange={(event) => change({ role: oneOf(...roles)(event.currentTarget.value) ?? null })}
      />
      <NativeSelect
        label={t('filter.factor')}
        value={page.factor ?? ''}
        data={[any, ...factors.map((value) => ({ value, label: t(`filter.factor.${value}`) }))]}
        onChange={(event) => change({ factor: oneOf(...factors)(event.currentTarget.value) ?? null })}
      />
    </search>
  )
}
