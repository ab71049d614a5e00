import { Button } from '@mantine/core'
import type { AccountId, RoomId } from '@atrium/contract'
import { IconLanguage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { documentsQuery } from '../../entities/agent-jobs/translations.ts'
import { useTranslation } from '../../lib/translate.ts'

const TranslationDialog = lazy(() =>
  import('./translation-dialog.tsx').then((module) => ({ default: module.TranslationDialog })),
)

/** Beside the files of a room: translates one of them. Not shown in a room without readable files. */
export function TranslateDocument(place: { accountId: AccountId; roomId: RoomId }) {
  const { t } = useTranslation('agentJobs')
  const { data = [] } = useQuery(documentsQuery(place))
  const [isOpen, setOpen] = useState(false)
  if (data.length === 0) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLanguage size={18} stroke={1.7} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('translation.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <TranslationDialog {...place} files={data} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
