import { limits } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { IconFiles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../../lib/lists/load-failure.tsx'
import { Pager } from '@atrium/ui/components/pager.tsx'
import { useTranslation } from '../../lib/translate.ts'
import styles from './context-files.module.css'
import { FileRow } from './file-row.tsx'
import { contextFilesQuery, removeContextFile, type RoomPlace } from '../../entities/files/context-files.ts'

type FileListProps = { place: RoomPlace; mayEdit: boolean }

/** The files of a room, ten at a time, last added first. */
export function FileList({ place, mayEdit }: FileListProps) {
  const { t } = useTranslation('contextFiles')
  const [wanted, setWanted] = useState(1)
  const files = useQuery(contextFilesQuery(place, wanted))
  const { data, isPlaceholderData } = files
  if (!data && files.error) return <LoadFailure compact title={t('list.failed')} query={files} />
  if (!data) return <SkeletonRows count={3} leading="square" label={t('list.loading')} />
  const total = Math.max(1, Math.ceil(data.count / limits.contextFilePageSize))
  // The last one of a page may have been deleted.
  if (wanted > total) setWanted(total)
  if (data.count === 0)
    return (
      <EmptyState
        compact
        icon={<IconFiles size={24} stroke={1.5} />}
        title={t('list.empty.title')}
        text={t(mayEdit ? 'list.empty.text' : 'list.empty.viewOnly')}
      />
    )
  return (
    <>
      <ul className={styles.rows} aria-label={t('list.label')} aria-busy={isPlaceholderData}>
        {data.files.map((file) => (
          <FileRow
            key={file.id}
            place={place}
            file={file}
            onDelete={mayEdit ? () => removeContextFile(place, file.id) : undefined}
          />
        ))}
      </ul>
      <Pager
        page={wanted}
        total={total}
        onPage={setWanted}
        words={{
          label: t('pages.label'),
          previous: t('pages.previous'),
          next: t('pages.next'),
          place: t('pages.place', { page: wanted, total }),
        }}
      />
    </>
  )
}
