import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import type { AccountId } from '@atrium/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'

const ImportDialog = lazy(() =>
  import('./import-dialog.tsx').then((module) => ({ default: module.ImportDialog })),
)

/** Opens the import of chats from elsewhere (HIST-05). */
export function ImportButton({ accountId }: { accountId: AccountId }) {
  const { t } = useTranslation('transfer')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconUpload size={16} stroke={1.7} />}
        onClick={() => setIsOpen(true)}
      >
        {t('import')}
      </Button>
      {isOpen && (
        <Suspense>
          <ImportDialog accountId={accountId} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
