import { SearchField } from '../../lib/lists/search-field.tsx'
import { useTranslation } from '../../lib/translate.ts'
import styles from './members.module.css'

type MemberSearchProps = { search: string; onSearch: (search: string) => void }

/** Searches among the people by name or address. */
export function MemberSearch({ search, onSearch }: MemberSearchProps) {
  const { t } = useTranslation('members')
  return (
    <SearchField label={t('search.label')} search={search} onSearch={onSearch} className={styles.search} />
  )
}
