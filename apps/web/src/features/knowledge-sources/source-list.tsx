import { limits, type SourceId } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { IconWorld } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../../lib/lists/load-failure.tsx'
import { Pager } from '@atrium/ui/components/pager.tsx'
import { useTranslation } from '../../lib/translate.ts'
import styles from './knowledge-sources.module.css'
import { type SourcesPlace, sourcesQuery } from './queries.ts'
import { SourceRow } from './source-row.tsx'

type SourceListProps = {
  place: SourcesPlace
  mayEdit: boolean
  /** The sitemap whose pages are listed; without one the sources themselves. */
  of?: { id: SourceId; title: string }
}

/** The texts, pages and sitemaps of a base, or the pages of one sitemap. */
export function SourceList({ place, mayEdit, of }: SourceListProps) {
  const { t } = useTranslation('knowledgeSources')
  const [wanted, setWanted] = useState(1)
  const list = useQuery(sourcesQuery(place, wanted, of?.id))
  const { data } = list
  if (!data && list.error) return <LoadFailure compact title={t('list.failed')} query={list} />
  if (!data) return <SkeletonRows count={2} leading="square" label={t('list.loading')} />
  const total = Math.max(1, Math.ceil(data.count / limits.sourcePageSize))
  // The last one of a page may have been removed.
  if (wanted > total) setWanted(total)
  if (data.count === 0)
    return of ? (
      <p className={styles.none}>{t('pages.none')}</p>
    ) : (
      <EmptyState
        compact
        icon={<IconWorld size={24} stroke={1.5} />}
        title={t('empty.title')}
        text={mayEdit ? t('empty.text') : t('empty.viewOnly')}
      />
    )
  return (
    <>
      <ul
        className={styles.rows}
        aria-label={of ? t('pages.of', { name: of.title }) : t('title')}
        aria-busy={list.isPlaceholderData}
      >
        {data.sources.map((source) => (
          <SourceRow
            key={source.id}
            place={place}
            source={source}
            mayEdit={mayEdit}
            isPart={of !== undefined}
            pages={<SourceList place={place} mayEdit={mayEdit} of={source} />}
          />
        ))}
      </ul>
      <Pager
        page={wanted}
        total={total}
        onPage={setWanted}
        words={{
          label: t('paging.label'),
          previous: t('paging.previous'),
          next: t('paging.next'),
          place: t('paging.place', { page: wanted, total }),
        }}
      />
    </>
  )
}
