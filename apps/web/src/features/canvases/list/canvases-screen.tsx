import { type AccountId, type Canvas, canvasScopes, limits } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { ColumnHead, ListTable, SortHead } from '@atrium/ui/lists/list-table.tsx'
import { ListTools, Screen, ScreenHead, ScreenTabs } from '@atrium/ui/lists/screen.tsx'
import { SearchField } from '@atrium/ui/lists/search-field.tsx'
import { SortField } from '@atrium/ui/lists/sort-field.tsx'
import { Button, Group } from '@mantine/core'
import { IconFileText, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useAccount } from '../../../entities/accounts/use-account.ts'
import { canvasChanges, canvasesQuery, type CanvasesWanted } from '../../../entities/canvases/canvases.ts'
import { activeContext } from '../../../lib/api/api.ts'
import { PagedList } from '../../../lib/lists/paged-list.tsx'
import { usePageTitle } from '../../../lib/navigation/page-title.ts'
import { useStore } from '../../../lib/store.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import { showToast } from '../../../lib/toasts/toasts.ts'
import { useTranslation } from '../../../lib/translate.ts'
import type { CanvasDialog } from '../canvas-dialogs.tsx'
import { CanvasRow } from './canvas-row.tsx'
import { canvasesLink, firstPage } from './canvases-page.ts'
import { ImportButton } from './import-button.tsx'
import type { CanvasFile } from './read-canvas-file.ts'

const CanvasDialogs = lazy(() =>
  import('../canvas-dialogs.tsx').then((module) => ({ default: module.CanvasDialogs })),
)

const sorts = [
  { sort: 'date', order: 'desc', phrase: 'sort.newest' },
  { sort: 'date', order: 'asc', phrase: 'sort.oldest' },
  { sort: 'title', order: 'asc', phrase: 'sort.titleAscending' },
  { sort: 'title', order: 'desc', phrase: 'sort.titleDescending' },
] as const

/** `/canvas`: the user's canvases and those shared with them (CANV-01). */
export function CanvasesScreen({ page }: { page: CanvasesWanted }) {
  const { t } = useTranslation('canvases')
  usePageTitle(t('title'))
  const account = useAccount()
  const navigate = useNavigate()
  const { create, importCanvas, isCreating } = useNewCanvas(account?.id ?? null)
  const onPage = (wanted: CanvasesWanted) => void navigate({ ...canvasesLink(wanted), replace: true })
  return (
    <Screen>
      <ScreenHead
        title={t('title')}
        about={t('text')}
        action={
          <Group gap="xs">
            <ImportButton onImport={importCanvas} />
            <Button
              leftSection={<IconPlus size={18} stroke={1.8} aria-hidden="true" />}
              loading={isCreating}
              onClick={create}
            >
              {t('new')}
            </Button>
          </Group>
        }
      />
      <ScreenTabs label={t('tabs.label')}>
        {canvasScopes.map((scope) => (
          <Link
            key={scope}
            {...canvasesLink({ ...firstPage, scope })}
            activeProps={{}}
            aria-current={page.scope === scope ? 'page' : undefined}
          >
            {t(`tab.${scope}`)}
          </Link>
        ))}
      </ScreenTabs>
      {account !== null && (
        <>
          <ListTools>
            <SearchField
              label={t('search.label')}
              search={page.search}
              onSearch={(search) => onPage({ ...page, page: 1, search })}
              maxLength={limits.searchCharacters}
            />
            <SortField
              onlyOnPhones
              size="sm"
              label={t('sort.label')}
              sorts={sorts.map(({ phrase }) => ({ name: phrase, label: t(phrase) }))}
              sort={
                sorts.find(({ sort, order }) => sort === page.sort && order === page.order)?.phrase ?? null
              }
              onSort={(phrase) => {
                const chosen = sorts.find((one) => one.phrase === phrase)
                if (chosen) onPage({ ...page, page: 1, sort: chosen.sort, order: chosen.order })
              }}
            />
          </ListTools>
          <CanvasList accountId={account.id} page={page} onPage={onPage} onCreate={create} />
        </>
      )}
    </Screen>
  )
}

/** Creates a canvas in the active room, empty or of an imported file, and opens it. */
function useNewCanvas(accountId: AccountId | null) {
  const { t } = useTranslation('canvases')
  const { roomId = null } = useStore(activeContext.place)
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  async function importCanvas({ title, ...text }: CanvasFile, signal: AbortSignal): Promise<void> {
    if (accountId === null) return
    if (roomId === null) return void showToast(t('new.noRoom'), 'warning')
    const changes = canvasChanges(accountId)
    const named = { roomId, ...(title !== '' && { title }) }
    const { canvasId } =
      'base64' in text
        ? await changes.importWord({ ...named, ...text }, signal)
        : await changes.create({ ...named, ...text })
    // Not after the person has left the page, or cancelled.
    if (!signal.aborted) await navigate({ to: '/canvas/$canvasId', params: { canvasId } })
  }
  const create = async () => {
    setCreating(true)
    await importCanvas({ title: '', markdown: '' }, new AbortController().signal).catch(showFailure)
    setCreating(false)
  }
  return { create: () => void create(), importCanvas, isCreating }
}

type CanvasListProps = {
  accountId: AccountId
  page: CanvasesWanted
  onPage: (page: CanvasesWanted) => void
  onCreate: () => void
}

function CanvasList({ accountId, page, onPage, onCreate }: CanvasListProps) {
  const { t } = useTranslation('canvases')
  const list = useQuery(canvasesQuery(accountId, page))
  const [opened, setOpened] = useState<{ dialog: CanvasDialog; canvas: Canvas } | null>(null)
  const sortBy = (sort: CanvasesWanted['sort'], first: 'asc' | 'desc') => ({
    order: page.sort === sort ? page.order : null,
    onSort: () =>
      onPage({
        ...page,
        page: 1,
        sort,
        order: page.sort === sort && page.order === first ? (first === 'asc' ? 'desc' : 'asc') : first,
      }),
  })
  return (
    <>
      <PagedList
        t={t}
        query={list}
        skeleton={<SkeletonRows count={6} label={t('list.loading')} />}
        failed={t('list.failed')}
        page={page}
        pageSize={limits.canvasPageSize}
        onPage={onPage}
        empty={({ canvases }) =>
          canvases.length === 0 && <NoCanvases page={page} onPage={onPage} onCreate={onCreate} />
        }
      >
        {({ canvases }) => (
          <ListTable
            label={t('list.label')}
            isStale={list.isPlaceholderData}
            head={
              <>
                <SortHead {...sortBy('title', 'asc')}>{t('column.title')}</SortHead>
                <ColumnHead>{t('column.room')}</ColumnHead>
                <ColumnHead>{t('column.owner')}</ColumnHead>
                <ColumnHead>{t('column.people')}</ColumnHead>
                <SortHead {...sortBy('date', 'desc')}>{t('column.date')}</SortHead>
                <ColumnHead isHidden>{t('column.actions')}</ColumnHead>
              </>
            }
          >
            <tbody>
              {canvases.map((canvas) => (
                <CanvasRow
                  key={canvas.canvasId}
                  accountId={accountId}
                  canvas={canvas}
                  onDialog={(dialog) => setOpened({ dialog, canvas })}
                />
              ))}
            </tbody>
          </ListTable>
        )}
      </PagedList>
      <Suspense>
        {opened && <CanvasDialogs accountId={accountId} {...opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </>
  )
}

function NoCanvases({ page, onPage, onCreate }: Omit<CanvasListProps, 'accountId'>) {
  const { t } = useTranslation('canvases')
  if (page.search !== '' || page.page > 1 || page.scope === 'shared')
    return (
      <EmptyState
        icon={<IconSearch size={24} stroke={1.6} />}
        title={t('none.title')}
        text={t('none.text')}
        action={
          <Button variant="default" onClick={() => onPage(firstPage)}>
            {t('none.action')}
          </Button>
        }
      />
    )
  return (
    <EmptyState
      icon={<IconFileText size={24} stroke={1.6} />}
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <Button
          variant="default"
          leftSection={<IconPlus size={17} stroke={1.8} aria-hidden="true" />}
          onClick={onCreate}
        >
          {t('new')}
        </Button>
      }
    />
  )
}
