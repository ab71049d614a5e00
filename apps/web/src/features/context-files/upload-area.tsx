import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { useStore } from '../../lib/store.ts'
import entry from '../../lib/lists/entry.module.css'
import { FileDrop } from './file-drop.tsx'
import { RefusedFiles } from './refused-files.tsx'
import { type ContextUse, type Sorted, sortChosen } from '../../entities/files/upload-rules.ts'
import { UploadRow } from './upload-row.tsx'
import type { Upload, Uploads } from '../../entities/files/uploads.ts'

type UploadAreaProps = {
  uploads: Uploads
  /** Current usage, without uploads in progress. */
  use: ContextUse
}

/** Adds files by choice and drop, with refused files and uploads in progress. */
export function UploadArea({ uploads, use }: UploadAreaProps) {
  const { t } = useTranslation('contextFiles')
  const underWay = useStore(uploads.list)
  const [refused, setRefused] = useState<Sorted<File>['refused']>([])
  const whole = withUnderWay(use, underWay)
  const add = (files: File[]) => {
    const sorted = sortChosen(files, whole)
    setRefused(sorted.refused)
    uploads.add(sorted.accepted)
  }
  return (
    <>
      <FileDrop
        limits={use.limits}
        usedBytes={whole.usedBytes}
        takesArchives={use.takesArchives}
        isCompact={whole.count > 0 || underWay.length > 0}
        onFiles={add}
      />
      <RefusedFiles refused={refused} takesArchives={use.takesArchives} onClose={() => setRefused([])} />
      {underWay.length > 0 && (
        <ul className={entry.rows} aria-label={t('uploads.label')}>
          {underWay.map((upload) => (
            <UploadRow key={upload.id} upload={upload} uploads={uploads} />
          ))}
        </ul>
      )}
    </>
  )
}

/** Uploads in progress count already. */
const withUnderWay = (use: ContextUse, underWay: readonly Upload[]): ContextUse => {
  const coming = underWay.filter(({ state }) => state.kind !== 'failed').map(({ file }) => file)
  return {
    ...use,
    count: use.count + coming.length,
    usedBytes: use.usedBytes + coming.reduce((sum, { size }) => sum + size, 0),
    names: [...use.names, ...coming.map(({ name }) => name)],
  }
}
