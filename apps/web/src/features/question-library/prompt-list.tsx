import { limits, type Prompt } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { Pager } from '@atrium/ui/components/pager.tsx'
import { Button } from '@mantine/core'
import { IconPlus, IconSearch, IconStar, IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type PromptPlace, promptsQuery, type PromptsWanted } from '../../entities/prompts/prompts.ts'
import { LoadFailure } from '../../lib/lists/load-failure.tsx'
import { useTranslation } from '../../lib/translate.ts'
import { firstPage } from './library-page.ts'
import { type PromptAction, PromptRow } from './prompt-row.tsx'
import styles from './question-library.module.css'

const PromptDialogs = lazy(() =>
  import('./prompt-dialogs.tsx').then((module) => ({ default: module.PromptDialogs })),
)

type PromptListProps = {
  place: PromptPlace
  page: PromptsWanted
  onPage: (page: PromptsWanted) => void
  onCreate: () => void
}

/** The templates of a source, with the dialog that was opened from one. */
export function PromptList(props: PromptListProps) {
  const { place, page, onPage } = props
  const { t } = useTranslation('questionLibrary')
  const list = useQuery(promptsQuery(place, page))
  const [opened, setOpened] = useState<{ action: PromptAction; prompt: Prompt } | null>(null)
  if (list.isError && !list.data) return <LoadFailure title={t('list.failed')} query={list} />
  if (!list.data) return <SkeletonRows count={6} leading="square" label={t('list.loading')} />
  const { prompts, count } = list.data
  const pages = Math.max(1, Math.ceil(count / limits.promptPageSize))
  return (
    <>
      {prompts.length === 0 ? (
        <NothingHere {...props} />
      ) : (
        <>
          <p className={styles.count} role="status">
            {t('count', { count })}
          </p>
          <ul
            className={styles.list}
            aria-label={t('list.label')}
            aria-busy={list.isPlaceholderData}
            data-stale={list.isPlaceholderData || undefined}
          >
            {prompts.map((prompt) => (
              <PromptRow
                key={prompt.promptId}
                accountId={place.accountId}
                prompt={prompt}
                onAction={(action) => setOpened({ action, prompt })}
              />
            ))}
          </ul>
        </>
      )}
      <Pager
        page={page.page}
        total={Math.max(page.page, pages)}
        onPage={(wanted) => onPage({ ...page, page: wanted })}
        words={{
          label: t('pages.label'),
          previous: t('pages.previous'),
          next: t('pages.next'),
          place: t('pages.place', { page: page.page, total: pages }),
        }}
      />
      <Suspense>
        {opened && <PromptDialogs accountId={place.accountId} {...opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </>
  )
}

/** No match, or a source without templates: what it is for, and one way on. */
function NothingHere({ page, onPage, onCreate }: PromptListProps) {
  const { t } = useTranslation('questionLibrary')
  const { source } = page
  const isNarrowed = page.search !== '' || page.tags.length > 0 || page.collection !== null || page.page > 1
  if (isNarrowed || source === 'atrium')
    return (
      <EmptyState
        icon={<IconSearch size={24} stroke={1.6} />}
        title={t('none.title')}
        text={t('none.text')}
        action={
          <Button variant="default" onClick={() => onPage(firstPage(source))}>
            {t('none.action')}
          </Button>
        }
      />
    )
  if (source === 'starred')
    return (
      <EmptyState
        icon={<IconStar size={24} stroke={1.6} />}
        title={t('empty.starred.title')}
        text={t('empty.starred.text')}
        action={
          <Button variant="default" onClick={() => onPage(firstPage('atrium'))}>
            {t('empty.starred.action')}
          </Button>
        }
      />
    )
  return (
    <EmptyState
      icon={<IconTemplate size={24} stroke={1.6} />}
      title={t(`empty.${source}.title`)}
      text={t(`empty.${source}.text`)}
      action={
        <Button
          variant="default"
          leftSection={<IconPlus size={17} stroke={1.8} aria-hidden="true" />}
          onClick={onCreate}
        >
          {t('create.open')}
        </Button>
      }
    />
  )
}
