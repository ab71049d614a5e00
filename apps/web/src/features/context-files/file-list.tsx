import { limits } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { IconFiles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { Pages } from '../../lib/lists/pages.tsx'
import { usePage } from '../../lib/lists/use-page.ts'
import { useTranslation } from '../../lib/translate.ts'
import entry from '../../lib/lists/entry.module.css'
import { FileRow } from './file-row.tsx'
import { contextFilesQuery, removeContextFile, type RoomPlace } from '../../entities/files/context-files.ts'

type FileListProps = { place: RoomPlace; mayEdit: boolean }

/** The files of a room, ten at a time, last added first. */
export function FileList({ place, mayEdit }: FileListProps) {
  const { t } = useTranslation('contextFiles')
  const { page, setPage, follow } = usePage(limits.contextFilePageSize)
  const files = useQuery(contextFilesQuery(place, page))
  if (files.data) follow(files.data.count)
  return (
    <Loaded
      compact
      query={files}
      skeleton={<SkeletonRows count={3} leading="square" label={t('list.loading')} />}
      failed={t('list.failed')}
    >
      {({ files: shown, count }) =>
        count === 0 ? (
          <EmptyState
            compact
            icon={<IconFiles size={24} stroke={1.5} />}
            title={t('list.empty.title')}
            text={t(mayEdit ? 'list.empty.text' : 'list.empty.viewOnly')}
          />
        ) : (
          <>
            <ul className={entry.rows} aria-label={t('list.label')} aria-busy={files.isPlaceholderData}>
              {shown.map((file) => (
                <FileRow
                  key={file.id}
                  place={place}
                  file={file}
                  onDelete={mayEdit ? () => removeContextFile(place, file.id) : undefined}
                />
              ))}
            </ul>
            <Pages t={t} page={page} count={count} pageSize={limits.contextFilePageSize} onPage={setPage} />
          </>
        )
      }
    </Loaded>
  )
}
