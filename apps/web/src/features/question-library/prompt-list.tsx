import { limits, type Prompt } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { CardList } from '@atrium/ui/lists/card-list.tsx'
import { ListCount } from '@atrium/ui/lists/screen.tsx'
import { Button } from '@mantine/core'
import { IconPlus, IconSearch, IconStar, IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type PromptPlace, promptsQuery, type PromptsWanted } from '../../entities/prompts/prompts.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { Pages } from '../../lib/lists/pages.tsx'
import { useTranslation } from '../../lib/translate.ts'
import { firstPage } from './library-page.ts'
import { type PromptAction, PromptRow } from './prompt-row.tsx'

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
  return (
    <>
      <Loaded
        query={list}
        skeleton={<SkeletonRows count={6} leading="square" label={t('list.loading')} />}
        failed={t('list.failed')}
      >
        {({ prompts, count }) => (
          <>
            {prompts.length === 0 ? (
              <NothingHere {...props} />
            ) : (
              <>
                <ListCount>{t('count', { count })}</ListCount>
                <CardList label={t('list.label')} isStale={list.isPlaceholderData}>
                  {prompts.map((prompt) => (
                    <PromptRow
                      key={prompt.promptId}
                      accountId={place.accountId}
                      prompt={prompt}
                      onAction={(action) => setOpened({ action, prompt })}
                    />
                  ))}
                </CardList>
              </>
            )}
            <Pages
              t={t}
              page={page.page}
              count={count}
              pageSize={limits.promptPageSize}
              onPage={(wanted) => onPage({ ...page, page: wanted })}
            />
          </>
        )}
      </Loaded>
      <Suspense>
        {opened && <PromptDialogs accountId={place.accountId} {...opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </>
  )
}

/** No match, or a source without templates: its purpose, and one action. */
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
