import { limits } from '@atrium/contract'
import { MultiSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type PromptPlace, promptGroupsQuery, type PromptsWanted } from '../../entities/prompts/prompts.ts'
import { ListTools } from '@atrium/ui/lists/screen.tsx'
import { SearchField } from '@atrium/ui/lists/search-field.tsx'
import { useTranslation } from '../../lib/translate.ts'
import styles from './question-library.module.css'

type LibraryToolsProps = {
  place: PromptPlace
  page: PromptsWanted
  onPage: (page: PromptsWanted) => void
}

/** Search, collection and tags; each narrows the list. */
export function LibraryTools({ place, page, onPage }: LibraryToolsProps) {
  const { t } = useTranslation('questionLibrary')
  const { data: groups } = useQuery(promptGroupsQuery(place, page.source))
  const change = (changed: Partial<PromptsWanted>) => onPage({ ...page, page: 1, ...changed })
  const collections = withChosen(groups?.collections ?? [], page.collection === null ? [] : [page.collection])
  const tags = withChosen(groups?.tags ?? [], page.tags)
  return (
    <ListTools>
      <SearchField
        label={t('search.label')}
        search={page.search}
        onSearch={(search) => change({ search })}
        maxLength={limits.searchCharacters}
      />
      {collections.length > 0 && (
        <Select
          className={styles.filter}
          aria-label={t('collection.label')}
          placeholder={t('collection.all')}
          data={collections}
          value={page.collection}
          onChange={(collection) => change({ collection })}
          clearable
          searchable={collections.length > 8}
        />
      )}
      {tags.length > 0 && (
        <MultiSelect
          className={styles.filter}
          aria-label={t('tags.label')}
          placeholder={page.tags.length === 0 ? t('tags.all') : ''}
          data={tags}
          value={[...page.tags]}
          onChange={(chosen) => change({ tags: chosen })}
          clearable
          searchable
        />
      )}
    </ListTools>
  )
}

/** A choice that the list no longer has can still be removed. */
const withChosen = (known: readonly string[], chosen: readonly string[]) => [
  ...new Set([...known, ...chosen]),
]
