import { limits } from '@atrium/contract'
import { SearchField } from '../../lib/lists/search-field.tsx'
import { useTranslation } from '../../lib/translate.ts'
import styles from './knowledge-bases.module.css'

type BasesSearchProps = { search: string; onSearch: (search: string) => void }

/** Searches among the bases, once typing pauses. */
export function BasesSearch({ search, onSearch }: BasesSearchProps) {
  const { t } = useTranslation('knowledgeBases')
  return (
    <SearchField
      label={t('search.label')}
      search={search}
      onSearch={onSearch}
      maxLength={limits.searchCharacters}
      className={styles.search}
    />
  )
}
