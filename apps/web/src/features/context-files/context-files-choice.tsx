import type { Account } from '@atrium/contract'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import entry from '../../lib/lists/entry.module.css'
import styles from './context-files.module.css'
import { FileDrop } from './file-drop.tsx'
import { FileMark } from '@atrium/ui/components/file-mark.tsx'
import { fileSize } from '../../entities/files/file-size.ts'
import { RefusedFiles } from './refused-files.tsx'
import { contextLimitsOf, type Sorted, sortChosen } from '../../entities/files/upload-rules.ts'

type ContextFilesChoiceProps = {
  account: Account
  /** The chosen files so far; all can be sent. */
  files: readonly File[]
  onChange: (files: File[]) => void
}

/** Chooses files for a room to be created; they are uploaded afterwards (`uploadContextFile`). */
export function ContextFilesChoice({ account, files, onChange }: ContextFilesChoiceProps) {
  const { t } = useTranslation('contextFiles')
  const [refused, setRefused] = useState<Sorted<File>['refused']>([])
  const limits = contextLimitsOf(account.subscriptionPlan)
  const usedBytes = files.reduce((sum, { size }) => sum + size, 0)
  const add = (chosen: File[]) => {
    const names = files.map(({ name }) => name)
    const sorted = sortChosen(chosen, {
      limits,
      usedBytes,
      count: files.length,
      names,
      takesArchives: true,
    })
    setRefused(sorted.refused)
    if (sorted.accepted.length > 0) onChange([...files, ...sorted.accepted])
  }
  return (
    <div className={styles.context}>
      <p className={styles.note}>{t('text')}</p>
      <FileDrop
        takesArchives
        limits={limits}
        usedBytes={usedBytes}
        isCompact={files.length > 0}
        onFiles={add}
      />
      <RefusedFiles takesArchives refused={refused} onClose={() => setRefused([])} />
      {files.length > 0 && (
        <>
          <ul className={entry.rows} aria-label={t('chosen.label')}>
            {files.map((file) => (
              <ChosenRow
                key={file.name}
                file={file}
                onRemove={() => onChange(files.filter((other) => other !== file))}
              />
            ))}
          </ul>
          <p className={styles.note}>{t('chosen.text')}</p>
        </>
      )}
    </div>
  )
}

function ChosenRow({ file, onRemove }: { file: File; onRemove: () => void }) {
  const { t } = useTranslation('contextFiles')
  return (
    <li className={styles.row}>
      <FileMark name={file.name} />
      <div className={entry.words}>
        <bdi className={entry.name} title={file.name}>
          {file.name}
        </bdi>
        <p className={entry.facts}>
          <span>{fileSize(file.size, currentLanguage())}</span>
        </p>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t('chosen.remove', { file: file.name })}
        onClick={onRemove}
      >
        <IconX size={17} stroke={1.8} />
      </ActionIcon>
    </li>
  )
}
