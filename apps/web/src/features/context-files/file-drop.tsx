import { contextFileEndings, type ContextLimits } from '@atrium/contract'
import { Button, FileButton } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../lib/i18n.ts'
import styles from './context-files.module.css'
import { fileSize } from './file-size.ts'

const megabyte = 1024 * 1024

type FileDropProps = {
  limits: ContextLimits
  usedBytes: number
  /** Whether zip files are taken too. */
  takesArchives?: boolean | undefined
  /** Takes less room, where there are files already. */
  isCompact: boolean
  /** Is given whatever was chosen or dropped, whether it is taken or not. */
  onFiles: (files: File[]) => void
}

/** Where files are dropped or chosen, and what can be. */
export function FileDrop({ limits, usedBytes, takesArchives = false, isCompact, onFiles }: FileDropProps) {
  const { t } = useTranslation('contextFiles')
  const endings = takesArchives ? [...contextFileEndings, 'zip'] : contextFileEndings
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
        accept={endings.map((ending) => `.${ending}`).join(',')}
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
          // A run of its own (Unicode's first strong isolate), wherever a language puts it.
          types: `\u2068${endings.join(', ')}\u2069`,
          megabytes: limits.largestFileBytes / megabyte,
          total: limits.totalBytes / megabyte,
        })}{' '}
        {usedBytes > 0 &&
          t('drop.left', { left: fileSize(left, language), total: fileSize(limits.totalBytes, language) })}
      </p>
    </div>
  )
}
