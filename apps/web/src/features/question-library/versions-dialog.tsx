import type { AccountId, Prompt, PromptVersion } from '@atrium/contract'
import { Dialog, SkeletonRows } from '@atrium/ui'
import { Badge, Button, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { promptChanges, promptVersionsQuery } from '../../entities/prompts/prompts.ts'
import { LoadFailure } from '../../lib/lists/load-failure.tsx'
import { Moment } from '../../lib/moment.tsx'
import { showFailure } from '../../lib/toasts/show-failure.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'
import { VersionChanges } from './version-changes.tsx'
import { VersionResults } from './version-results.tsx'
import { PromptText } from './prompt-text.tsx'
import styles from './question-library.module.css'

type VersionsDialogProps = { accountId: AccountId; prompt: Prompt; onClose: () => void }

/** The versions of a template with their changes and results; an earlier one can be made the newest. */
export function VersionsDialog({ accountId, prompt, onClose }: VersionsDialogProps) {
  const { t } = useTranslation(['questionLibrary', 'common'])
  const { promptId, title } = prompt
  const versions = useQuery({ ...promptVersionsQuery(accountId, promptId), staleTime: 0 })
  const [showsChanges, setShowsChanges] = useState(true)
  const [restoring, setRestoring] = useState<number | null>(null)
  const restore = async ({ version }: PromptVersion) => {
    setRestoring(version)
    try {
      await promptChanges(accountId).restoreVersion(promptId, version)
      void showToast(t('versions.restored', { version }), 'good')
      onClose()
    } catch (error) {
      showFailure(error)
      setRestoring(null)
    }
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={<bdi>{t('versions.of', { title })}</bdi>}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      {versions.isError ? (
        <LoadFailure compact title={t('versions.failed')} query={versions} />
      ) : versions.data ? (
        <>
          {versions.data.length > 1 && (
            <Switch
              mb="md"
              label={t('versions.changes')}
              checked={showsChanges}
              onChange={(event) => setShowsChanges(event.currentTarget.checked)}
            />
          )}
          <ol className={styles.versions}>
            {versions.data.map((version, index, all) => (
              <li key={version.version} className={styles.version}>
                <div className={styles.versionHead}>
                  <h3 className={styles.versionTitle}>
                    {t('versions.version', { version: version.version })}
                  </h3>
                  <span className={styles.quiet}>
                    <Moment at={version.changedAt} />
                    {version.changedBy !== null && ` · ${version.changedBy}`}
                  </span>
                  {index === 0 ? (
                    <Badge variant="light">{t('versions.current')}</Badge>
                  ) : (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`${t('versions.restore')} ${t('versions.version', { version: version.version })}`}
                      loading={restoring === version.version}
                      onClick={() => void restore(version)}
                    >
                      {t('versions.restore')}
                    </Button>
                  )}
                </div>
                <VersionResults results={version.results} />
                <VersionContent version={version} before={showsChanges ? all[index + 1] : undefined} />
              </li>
            ))}
          </ol>
        </>
      ) : (
        <SkeletonRows count={3} label={t('list.loading')} />
      )}
    </Dialog>
  )
}

type VersionContentProps = { version: PromptVersion; before: PromptVersion | undefined }

/** Title, description and text of a version, or their changes since the version before. */
function VersionContent({ version, before }: VersionContentProps) {
  const { title, description, promptText } = version
  return (
    <>
      <p className={styles.versionName} dir="auto">
        {before ? <VersionChanges before={before.title} after={title} /> : title}
      </p>
      {(description !== '' || (before && before.description !== '')) && (
        <p className={styles.quiet} dir="auto">
          {before ? <VersionChanges before={before.description} after={description} /> : description}
        </p>
      )}
      <p className={styles.previewText} dir="auto">
        {before ? (
          <VersionChanges before={before.promptText} after={promptText} />
        ) : (
          <PromptText text={promptText} />
        )}
      </p>
    </>
  )
}
