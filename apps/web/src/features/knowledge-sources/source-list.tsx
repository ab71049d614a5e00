import { limits, type SourceId } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { IconWorld } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { Pages } from '../../lib/lists/pages.tsx'
import { usePage } from '../../lib/lists/use-page.ts'
import { useTranslation } from '../../lib/translate.ts'
import entry from '../../lib/lists/entry.module.css'
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
  const { page, setPage, follow } = usePage(limits.sourcePageSize)
  const list = useQuery(sourcesQuery(place, page, of?.id))
  if (list.data) follow(list.data.count)
  return (
    <Loaded
      compact
      query={list}
      skeleton={<SkeletonRows count={2} leading="square" label={t('list.loading')} />}
      failed={t('list.failed')}
    >
      {({ sources, count }) =>
        count > 0 ? (
          <>
            <ul
              className={entry.rows}
              aria-label={of ? t('pages.of', { name: of.title }) : t('title')}
              aria-busy={list.isPlaceholderData}
            >
              {sources.map((source) => (
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
            <Pages t={t} page={page} count={count} pageSize={limits.sourcePageSize} onPage={setPage} />
          </>
        ) : of ? (
          <p className={styles.none}>{t('pages.none')}</p>
        ) : (
          <EmptyState
            compact
            icon={<IconWorld size={24} stroke={1.5} />}
            title={t('empty.title')}
            text={mayEdit ? t('empty.text') : t('empty.viewOnly')}
          />
        )
      }
    </Loaded>
  )
}
