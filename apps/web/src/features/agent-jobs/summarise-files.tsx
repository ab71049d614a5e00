import { Button } from '@mantine/core'
import type { AccountId, RoomId } from '@atrium/contract'
import { IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { contextFilesQuery } from '../../entities/files/context-files.ts'
import { useTranslation } from '../../lib/translate.ts'

const SummariesDialog = lazy(() =>
  import('./summaries-dialog.tsx').then((module) => ({
    default: module.SummariesDialog,
  })),
)

/** Beside the files of a room: starts the job that summarizes all of them. Not shown in a room without files. */
export function SummariseFiles({ accountId, roomId }: { accountId: AccountId; roomId: RoomId }) {
  const { t } = useTranslation('agentJobs')
  const { data } = useQuery(contextFilesQuery({ accountId, roomId }, 1))
  const [isOpen, setOpen] = useState(false)
  if (!data?.count) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconListDetails size={18} stroke={1.7} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('summaries.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <SummariesDialog accountId={accountId} roomId={roomId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
