import type { Providers } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconPlus, IconServer2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { Screen, ScreenHead } from '@atrium/ui/lists/screen.tsx'
import { ForSystemAdmins, SystemTabs } from '../system/index.ts'
import { AddedProviderCard } from './added-provider-card.tsx'
import { FileProviders } from './file-providers.tsx'
import { newDraft } from './provider-draft.ts'
import type { Editing } from './provider-dialog.tsx'
import { ProviderLog } from './provider-log.tsx'
import styles from './providers.module.css'
import { providersQuery } from './queries.ts'

const ProviderDialog = lazy(() =>
  import('./provider-dialog.tsx').then((module) => ({ default: module.ProviderDialog })),
)

/** Model providers: system administrators add, test and choose their offered models (MODEL-06). */
export const ProvidersScreen = () => (
  <ForSystemAdmins>
    <ProviderLists />
  </ForSystemAdmins>
)

function ProviderLists() {
  const { t } = useTranslation('providers')
  usePageTitle(t('title'))
  const found = useQuery(providersQuery)
  const [editing, setEditing] = useState<Editing | null>(null)
  const add = () => setEditing({ draft: newDraft('openai') })
  return (
    <Screen className={styles.screen}>
      <SystemTabs />
      <ScreenHead
        title={t('title')}
        about={t('text')}
        action={
          <Button leftSection={<IconPlus size={18} stroke={1.7} />} onClick={add} disabled={!found.data}>
            {t('add')}
          </Button>
        }
      />
      <Loaded query={found} skeleton={<SkeletonRows count={6} label={t('loading')} />} failed={t('failed')}>
        {(providers) => <Lists providers={providers} onEdit={setEditing} onAdd={add} />}
      </Loaded>
      <Suspense>
        {editing && found.data && (
          <ProviderDialog about={editing} pricing={found.data.pricing} onClose={() => setEditing(null)} />
        )}
      </Suspense>
    </Screen>
  )
}

type ListsProps = { providers: Providers; onEdit: (editing: Editing) => void; onAdd: () => void }

function Lists({ providers, onEdit, onAdd }: ListsProps) {
  const { t } = useTranslation('providers')
  const { added, file, foundOllama, changes } = providers
  return (
    <>
      {foundOllama && (
        <div className={styles.found} role="note">
          <p>{t('found.text', { address: foundOllama.baseUrl, count: foundOllama.models })}</p>
          <Button
            size="sm"
            variant="default"
            onClick={() => onEdit({ draft: newDraft('ollama', foundOllama.baseUrl) })}
          >
            {t('found.add')}
          </Button>
        </div>
      )}
      <section aria-labelledby="providers-added">
        <h2 id="providers-added" className={styles.heading}>
          {t('added.title')}
        </h2>
        {added.length === 0 ? (
          <EmptyState
            compact
            icon={<IconServer2 size={24} stroke={1.6} />}
            title={t('added.empty.title')}
            text={t('added.empty.text')}
            action={
              <Button variant="default" onClick={onAdd}>
                {t('add')}
              </Button>
            }
          />
        ) : (
          <ul className={styles.cards}>
            {added.map((provider) => (
              <AddedProviderCard
                key={provider.id}
                provider={provider}
                onEdit={() => onEdit({ edited: provider })}
              />
            ))}
          </ul>
        )}
      </section>
      <FileProviders providers={file} />
      {changes.length > 0 && <ProviderLog changes={changes} />}
    </>
  )
}
