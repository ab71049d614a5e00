import type { Account } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconBooks, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { KnowledgePlace } from '../../entities/files/context-files.ts'
import { LoadFailure } from '../../lib/lists/load-failure.tsx'
import { Pager } from '@atrium/ui/components/pager.tsx'
import { useTranslation } from '../../lib/translate.ts'
import { BaseRow } from './base-row.tsx'
import type { BasesList as BasesFound } from '../../entities/files/bases-cache.ts'
import { type BasesPage, firstPage, isFirstPage, pagesOf } from '../../entities/files/bases-page.ts'
import type { ShowPage } from './show-page.ts'
import { BasesSearch } from './bases-search.tsx'
import styles from './knowledge-bases.module.css'
import { basesQuery } from '../../entities/files/knowledge-bases.ts'
import { SortChoice } from './sort-choice.tsx'

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
  const { page: number, search, sort } = page
  if (list.isError && !list.data) return <LoadFailure title={t('list.failed')} query={list} />
  if (!list.data) return <SkeletonRows count={6} leading="square" label={t('list.loading')} />
  const { bases, count } = list.data
  const isEmpty = count === 0 && isFirstPage({ ...page, page: 1, sort: 'newest' })
  if (isEmpty) return <NoneYet onCreate={onCreate} />
  return (
    <>
      <div className={styles.tools}>
        <BasesSearch
          search={search}
          onSearch={(wanted) => onPage({ ...page, page: 1, search: wanted, base: null })}
        />
        <SortChoice sort={sort} onSort={(wanted) => onPage({ ...page, page: 1, sort: wanted, base: null })} />
      </div>
      <p className={styles.count} role="status">
        {t('count', { count })}
      </p>
      {bases.length === 0 ? (
        <NoneHere page={page} count={count} onPage={onPage} />
      ) : (
        <ul
          className={styles.list}
          aria-label={t('list.label')}
          aria-busy={list.isPlaceholderData}
          data-stale={(list.isPlaceholderData && list.isFetching) || undefined}
        >
          {bases.map((base) => (
            <BaseRow
              key={base.id}
              accountId={account.id}
              base={base}
              showsRoom={place.roomId === null}
              onOpen={() => onPage({ ...page, base: base.id })}
            />
          ))}
        </ul>
      )}
      <Pager
        page={number}
        total={Math.max(number, pagesOf(count))}
        onPage={(wanted) => onPage({ ...page, page: wanted, base: null })}
        words={{
          label: t('pages.label'),
          previous: t('pages.previous'),
          next: t('pages.next'),
          place: t('pages.place', { page: number, total: pagesOf(count) }),
        }}
      />
    </>
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
  const isBeyond = count > 0
  return (
    <EmptyState
      icon={<IconSearch size={24} stroke={1.6} />}
      title={t(isBeyond ? 'beyond.title' : 'nobody.title')}
      {...(!isBeyond && { text: t('nobody.text', { search: page.search }) })}
      action={
        <Button variant="default" onClick={() => onPage(isBeyond ? { ...page, page: 1 } : firstPage)}>
          {t(isBeyond ? 'beyond.action' : 'nobody.action')}
        </Button>
      }
    />
  )
}
