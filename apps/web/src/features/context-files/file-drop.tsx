import { contextFileEndings, type ContextLimits } from '@atrium/contract'
import { Button, FileButton } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import styles from './context-files.module.css'
import { fileSize } from '../../entities/files/file-size.ts'

const megabyte = 1024 * 1024

type FileDropProps = {
  limits: ContextLimits
  usedBytes: number
  /** Whether zip files are taken too. */
  takesArchives?: boolean | undefined
  /** A smaller form, where there are files already. */
  isCompact: boolean
  /** Receives all chosen or dropped files, accepted or not. */
  onFiles: (files: File[]) => void
}

const endingsTaken = (takesArchives = false): readonly string[] =>
  takesArchives ? [...contextFileEndings, 'zip'] : contextFileEndings

/** The types as a text with isolated direction (Unicode's first strong isolate), for any language. */
export const acceptedTypes = (takesArchives?: boolean): string =>
  `\u2068${endingsTaken(takesArchives).join(', ')}\u2069`

/** Drop zone and file chooser, with the accepted types and limits. */
export function FileDrop({ limits, usedBytes, takesArchives, isCompact, onFiles }: FileDropProps) {
  const { t } = useTranslation('contextFiles')
  const [isOver, setOver] = useState(false)
  const resetPicker = useRef<() => void>(null)
  const choose = (files: File[]) => {
    if (files.length > 0) onFiles(files)
    // So that the same file can be chosen again.
    resetPicker.current?.()
  }
  const hold = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type !== 'dragleave')
  }
  const left = Math.max(0, limits.totalBytes - usedBytes)
  const language = currentLanguage()
  return (
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      data-compact={isCompact || undefined}
      onDragEnter={hold}
      onDragOver={hold}
      onDragLeave={hold}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        choose([...event.dataTransfer.files])
      }}
    >
      <IconFileUpload size={28} stroke={1.5} className={styles.dropIcon} aria-hidden="true" />
      <p className={styles.dropTitle}>{t('drop.title')}</p>
      <FileButton
        multiple
        accept={endingsTaken(takesArchives)
          .map((ending) => `.${ending}`)
          .join(',')}
        onChange={choose}
        resetRef={resetPicker}
        inputProps={{ 'aria-label': t('drop.choose') }}
      >
        {(props) => (
          <Button {...props} variant="default" size="sm">
            {t('drop.choose')}
          </Button>
        )}
      </FileButton>
      <p className={styles.dropLimits}>
        {t('drop.limits', {
          types: acceptedTypes(takesArchives),
          megabytes: limits.maxFileBytes / megabyte,
          total: limits.totalBytes / megabyte,
        })}{' '}
        {usedBytes > 0 &&
          t('drop.left', { left: fileSize(left, language), total: fileSize(limits.totalBytes, language) })}
      </p>
    </div>
  )
}
