import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from '../../lib/translate.ts'
import { acceptedTypes } from './file-drop.tsx'
import styles from './context-files.module.css'
import { problemText } from './problem-text.ts'
import type { Sorted } from '../../entities/files/upload-rules.ts'

type RefusedFilesProps = {
  refused: Sorted<File>['refused']
  /** Whether zip files are taken too. */
  takesArchives?: boolean | undefined
  onClose: () => void
}

/** Chosen files that can't be sent, each with its reason; nothing when there are none. */
export function RefusedFiles({ refused, takesArchives, onClose }: RefusedFilesProps) {
  const { t } = useTranslation('contextFiles')
  if (refused.length === 0) return null
  const isUnsupported = refused.some(({ problem }) => problem.kind === 'notSupported')
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={20} stroke={1.7} />}
      title={t('refused.title')}
      withCloseButton
      closeButtonLabel={t('refused.close')}
      onClose={onClose}
    >
      {isUnsupported && (
        <>
          <p className={styles.refusedText}>{t('refused.text')}</p>
          <p className={styles.refusedText}>{t('refused.types', { types: acceptedTypes(takesArchives) })}</p>
        </>
      )}
      <ul className={styles.refused}>
        {refused.map(({ file, problem }, index) => (
          <li key={index}>
            {problem.kind === 'notSupported' && (
              <span className={styles.refusedName}>
                <bdi>{file.name}</bdi>
              </span>
            )}
            {problemText(problem, t)}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
