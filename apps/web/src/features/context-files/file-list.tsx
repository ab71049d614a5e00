import { limits } from '@atrium/contract'
import { EmptyState, ErrorState, SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconFiles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/error-text.ts'
import styles from './context-files.module.css'
import { FileRow } from './file-row.tsx'
import { contextFilesQuery, type RoomPlace } from './queries.ts'

type FileListProps = { place: RoomPlace; mayEdit: boolean }

/** The files of a room, ten at a time, last added first. */
export function FileList({ place, mayEdit }: FileListProps) {
  const { t } = useTranslation(['contextFiles', 'common'])
  const [wanted, setWanted] = useState(1)
  const { data, error, isFetching, refetch, isPlaceholderData } = useQuery(contextFilesQuery(place, wanted))
  if (!data && error)
    return (
      <ErrorState
        compact
        title={t('list.failed')}
        text={errorText(error)}
        action={
          <Button size="xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
            {t('common:action.tryAgain')}
          </Button>
        }
      />
    )
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
          <FileRow key={file.id} place={place} file={file} mayDelete={mayEdit} />
        ))}
      </ul>
      {total > 1 && <FilePages page={wanted} total={total} onChoose={setWanted} />}
    </>
  )
}

type FilePagesProps = { page: number; total: number; onChoose: (page: number) => void }

function FilePages({ page, total, onChoose }: FilePagesProps) {
  const { t } = useTranslation('contextFiles')
  const to = (number: number, label: string, Icon: typeof IconChevronLeft) => (
    <Button
      variant="default"
      size="sm"
      px="xs"
      aria-label={label}
      disabled={number < 1 || number > total}
      onClick={() => onChoose(number)}
    >
      <Icon size={17} stroke={1.8} className={styles.mirrored} />
    </Button>
  )
  return (
    <nav className={styles.pages} aria-label={t('pages.label')}>
      {to(page - 1, t('pages.previous'), IconChevronLeft)}
      <span className={styles.note}>{t('pages.place', { page, total })}</span>
      {to(page + 1, t('pages.next'), IconChevronRight)}
    </nav>
  )
}
