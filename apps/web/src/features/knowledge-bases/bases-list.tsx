import { type Account, limits } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconBooks, IconPlus } from '@tabler/icons-react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { KnowledgePlace } from '../../entities/files/context-files.ts'
import { CardList } from '@atrium/ui/lists/card-list.tsx'
import { ListCount, ListTools } from '@atrium/ui/lists/screen.tsx'
import { SearchField } from '@atrium/ui/lists/search-field.tsx'
import { SortField } from '@atrium/ui/lists/sort-field.tsx'
import { BeyondLastPage } from '../../lib/lists/beyond-last-page.tsx'
import { NoMatch } from '../../lib/lists/no-match.tsx'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { Pages } from '../../lib/lists/pages.tsx'
import { useTranslation } from '../../lib/translate.ts'
import { BaseRow } from './base-row.tsx'
import type { BasesList as BasesFound } from '../../entities/files/bases-cache.ts'
import { type BasesPage, firstPage, isFirstPage, sortNames } from '../../entities/files/bases-page.ts'
import type { ShowPage } from './show-page.ts'
import styles from './knowledge-bases.module.css'
import { basesQuery } from '../../entities/files/knowledge-bases.ts'

const BaseDrawer = lazy(() => import('./base-drawer.tsx').then((module) => ({ default: module.BaseDrawer })))

type BasesListProps = {
  place: KnowledgePlace
  account: Account
  page: BasesPage
  onPage: ShowPage
  /** Creates a new one; null for people who may not. */
  onCreate: (() => void) | null
}

/** The knowledge bases of a room or an account: searched, ordered, in pages; one of any page may be open (KB-04, KB-05). */
export function BasesList(props: BasesListProps) {
  const { place, account, page, onPage } = props
  const { page: number, sort, search } = page
  const list = useQuery(basesQuery(place, { page: number, sort, search }))
  return (
    <>
      <List {...props} list={list} />
      <Suspense>
        {page.base !== null && !list.isPending && (
          <BaseDrawer
            key={page.base}
            account={account}
            baseId={page.base}
            listed={list.data?.bases.find(({ id }) => id === page.base) ?? null}
            onClose={() => onPage({ ...page, base: null })}
          />
        )}
      </Suspense>
    </>
  )
}

function List({
  place,
  account,
  page,
  onPage,
  onCreate,
  list,
}: BasesListProps & { list: UseQueryResult<BasesFound> }) {
  const { t } = useTranslation('knowledgeBases')
  return (
    <Loaded
      query={list}
      skeleton={<SkeletonRows count={6} leading="square" label={t('list.loading')} />}
      failed={t('list.failed')}
    >
      {({ bases, count }) =>
        count === 0 && isFirstPage({ ...page, page: 1, sort: 'newest' }) ? (
          <NoneYet onCreate={onCreate} />
        ) : (
          <>
            <Tools page={page} onPage={onPage} />
            <ListCount>{t('count', { count })}</ListCount>
            {bases.length === 0 ? (
              <NoneHere page={page} count={count} onPage={onPage} />
            ) : (
              <CardList label={t('list.label')} isStale={list.isPlaceholderData && list.isFetching}>
                {bases.map((base) => (
                  <BaseRow
                    key={base.id}
                    accountId={account.id}
                    base={base}
                    showsRoom={place.roomId === null}
                    onOpen={() => onPage({ ...page, base: base.id })}
                  />
                ))}
              </CardList>
            )}
            <Pages
              t={t}
              page={page.page}
              count={count}
              pageSize={limits.basePageSize}
              onPage={(wanted) => onPage({ ...page, page: wanted, base: null })}
            />
          </>
        )
      }
    </Loaded>
  )
}

function Tools({ page, onPage }: Pick<BasesListProps, 'page' | 'onPage'>) {
  const { t } = useTranslation('knowledgeBases')
  return (
    <ListTools>
      <SearchField
        label={t('search.label')}
        search={page.search}
        onSearch={(search) => onPage({ ...page, page: 1, search, base: null })}
        maxLength={limits.searchCharacters}
      />
      <SortField
        label={t('sort.label')}
        sorts={sortNames.map((name) => ({ name, label: t(`sort.${name}`) }))}
        sort={page.sort}
        onSort={(sort) => onPage({ ...page, page: 1, sort, base: null })}
        className={styles.sort}
      />
    </ListTools>
  )
}

function NoneYet({ onCreate }: Pick<BasesListProps, 'onCreate'>) {
  const { t } = useTranslation('knowledgeBases')
  return (
    <EmptyState
      icon={<IconBooks size={26} stroke={1.5} />}
      title={t('empty.title')}
      text={t(onCreate ? 'empty.text' : 'empty.viewOnly')}
      {...(onCreate && {
        action: (
          <Button
            variant="default"
            leftSection={<IconPlus size={17} stroke={1.8} aria-hidden="true" />}
            onClick={onCreate}
          >
            {t('create.open')}
          </Button>
        ),
      })}
    />
  )
}

/** Nothing on this page: no matches, or beyond the last page. */
function NoneHere({ page, count, onPage }: Pick<BasesListProps, 'page' | 'onPage'> & { count: number }) {
  const { t } = useTranslation('knowledgeBases')
  if (count > 0) return <BeyondLastPage t={t} onFirstPage={() => onPage({ ...page, page: 1 })} />
  return <NoMatch t={t} search={page.search} onAll={() => onPage(firstPage)} />
}
