import type { AccountId, Prompt, PromptVersion } from '@atrium/contract'
import { Dialog, SkeletonRows } from '@atrium/ui'
import { Badge, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { promptChanges, promptVersionsQuery } from '../../entities/prompts/prompts.ts'
import { LoadFailure } from '../../lib/lists/load-failure.tsx'
import { Moment } from '../../lib/moment.tsx'
import { showFailure } from '../../lib/toasts/show-error.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'
import { PromptText } from './prompt-text.tsx'
import styles from './question-library.module.css'

type VersionsDialogProps = { accountId: AccountId; prompt: Prompt; onClose: () => void }

/** The versions of a template; an earlier one can be made the newest. */
export function VersionsDialog({ accountId, prompt, onClose }: VersionsDialogProps) {
  const { t } = useTranslation(['questionLibrary', 'common'])
  const { promptId, title } = prompt
  const versions = useQuery({ ...promptVersionsQuery(accountId, promptId), staleTime: 0 })
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
        <ol className={styles.versions}>
          {versions.data.map((version, index) => (
            <li key={version.version} className={styles.version}>
              <div className={styles.versionHead}>
                <h3 className={styles.versionTitle}>{t('versions.version', { version: version.version })}</h3>
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
              <p className={styles.versionName} dir="auto">
                {version.title}
              </p>
              <p className={styles.previewText} dir="auto">
                <PromptText text={version.promptText} />
              </p>
            </li>
          ))}
        </ol>
      ) : (
        <SkeletonRows count={3} label={t('list.loading')} />
      )}
    </Dialog>
  )
}
