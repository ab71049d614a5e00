import type { AccountId } from '@atrium/contract'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'

const AskDialog = lazy(() => import('./ask-dialog.tsx').then((module) => ({ default: module.AskDialog })))

/** Shown where a question was refused for lack of credits. */
export function AskButton({ accountId }: { accountId: AccountId }) {
  const { t } = useTranslation('members')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        {t('credits.ask')}
      </Button>
      <Suspense>{isOpen && <AskDialog accountId={accountId} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
