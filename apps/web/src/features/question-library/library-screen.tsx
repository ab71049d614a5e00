import { promptSources } from '@atrium/contract'
import { Screen, ScreenHead, ScreenTabs } from '@atrium/ui/lists/screen.tsx'
import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useAccount } from '../../entities/accounts/use-account.ts'
import type { PromptsWanted } from '../../entities/prompts/prompts.ts'
import { activeContext } from '../../lib/api/api.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { useStore } from '../../lib/store.ts'
import { useTranslation } from '../../lib/translate.ts'
import { firstPage, libraryLink } from './library-page.ts'
import { LibraryTools } from './library-tools.tsx'
import { PromptList } from './prompt-list.tsx'
import styles from './question-library.module.css'
import { TransferMenu } from './transfer-menu.tsx'

const PromptDialog = lazy(() =>
  import('./prompt-dialog.tsx').then((module) => ({ default: module.PromptDialog })),
)

const ImportDialog = lazy(() =>
  import('./import-dialog.tsx').then((module) => ({ default: module.ImportDialog })),
)

/** `/question-library/{source}`: templates of questions by source (LIB-01). */
export function LibraryScreen({ page }: { page: PromptsWanted }) {
  const { t } = useTranslation('questionLibrary')
  usePageTitle(t('title'))
  const account = useAccount()
  const { roomId = null } = useStore(activeContext.place)
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const create = () => setCreating(true)
  const onPage = (wanted: PromptsWanted) => void navigate({ ...libraryLink(wanted), replace: true })
  return (
    <Screen>
      <ScreenHead
        title={t('title')}
        action={
          <Group gap="xs" wrap="nowrap">
            <Button leftSection={<IconPlus size={18} stroke={1.8} aria-hidden="true" />} onClick={create}>
              {t('create.open')}
            </Button>
            {account !== null && (
              <TransferMenu
                place={{ accountId: account.id, roomId }}
                page={page}
                onImport={() => setImporting(true)}
              />
            )}
          </Group>
        }
      >
        <p className={styles.intro}>{t('text')}</p>
      </ScreenHead>
      <ScreenTabs label={t('tabs.label')}>
        {promptSources.map((source) => (
          <Link key={source} {...libraryLink(firstPage(source))} activeOptions={{ includeSearch: false }}>
            {t(`tab.${source}`)}
          </Link>
        ))}
      </ScreenTabs>
      {account !== null && (
        <>
          <LibraryTools
            key={page.source}
            place={{ accountId: account.id, roomId }}
            page={page}
            onPage={onPage}
          />
          <PromptList
            place={{ accountId: account.id, roomId }}
            page={page}
            onPage={onPage}
            onCreate={create}
          />
        </>
      )}
      <Suspense>
        {isCreating && account !== null && (
          <PromptDialog
            accountId={account.id}
            given={{ source: page.source === 'account' ? 'account' : 'mine' }}
            onClose={() => setCreating(false)}
            onSaved={({ source }) => {
              if (page.source !== source) void navigate(libraryLink(firstPage('mine')))
            }}
          />
        )}
        {isImporting && account !== null && (
          <ImportDialog
            accountId={account.id}
            home={page.source === 'account' ? 'account' : 'mine'}
            onClose={() => setImporting(false)}
            onImported={(source) => {
              if (page.source !== source) void navigate(libraryLink(firstPage(source)))
            }}
          />
        )}
      </Suspense>
    </Screen>
  )
}
