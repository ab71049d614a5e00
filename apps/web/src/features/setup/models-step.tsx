import { type ProviderKind, providerKinds, type Providers } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { LoadFailure } from '../../lib/lists/load-failure.tsx'
import { useTranslation } from '../../lib/translate.ts'
import { type ProviderDraft, newDraft, providersQuery } from '../providers/index.ts'
import styles from './setup.module.css'
import { withPhrases } from '../../lib/phrases.ts'

const ProviderDialog = lazy(() =>
  withPhrases(import('../providers/provider-dialog.tsx'), 'models').then((module) => ({
    default: module.ProviderDialog,
  })),
)

/** Providers with available models, other than the sandbox. */
const connectedProviders = ({ file, added }: Providers): string[] => [
  ...file.filter(({ sandbox, state }) => !sandbox && state === 'up').map(({ displayName }) => displayName),
  ...added.filter(({ isEnabled }) => isEnabled).map(({ displayName }) => displayName),
]

/** Connects a model: choose its provider, paste the key or the address, test, choose the models to offer. */
export function ModelsStep({ onDone }: { onDone: () => Promise<void> }) {
  const { t } = useTranslation(['setup', 'providers'])
  const found = useQuery(providersQuery)
  const [draft, setDraft] = useState<ProviderDraft | null>(null)
  if (found.isPending) return <SkeletonRows count={3} label={t('providers:loading')} />
  if (found.isError && !found.data) return <LoadFailure title={t('providers:failed')} query={found} />
  const { foundOllama, pricing } = found.data
  const connected = connectedProviders(found.data)
  const choose = (kind: ProviderKind) =>
    setDraft(newDraft(kind, kind === 'ollama' ? foundOllama?.baseUrl : undefined))
  return (
    <>
      {connected.length > 0 && (
        <p className={styles.good} role="status">
          <IconCircleCheck size={20} stroke={1.7} aria-hidden="true" />
          {t('models.connected', { names: connected.join(', ') })}
        </p>
      )}
      {foundOllama && (
        <p className={styles.quiet}>
          {t('models.ollama', { address: foundOllama.baseUrl, count: foundOllama.models })}
        </p>
      )}
      <ul className={styles.kinds}>
        {providerKinds.map((kind) => (
          <li key={kind}>
            <Button fullWidth size="md" variant="default" onClick={() => choose(kind)}>
              {t(`providers:kind.${kind}`)}
            </Button>
          </li>
        ))}
      </ul>
      {connected.length > 0 && (
        <Button size="md" onClick={() => void onDone()}>
          {t('steps.continue')}
        </Button>
      )}
      <Suspense>
        {draft && <ProviderDialog about={{ draft }} pricing={pricing} onClose={() => setDraft(null)} />}
      </Suspense>
    </>
  )
}
