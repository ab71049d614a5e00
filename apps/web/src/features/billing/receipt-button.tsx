import type { AccountId, OrderId } from '@atrium/contract'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { useTranslation } from '../../lib/translate.ts'
import { saveReceipt } from './queries.ts'

/** Saves an order's receipt as a PDF. */
export function ReceiptButton({
  accountId,
  orderId,
  number,
}: {
  accountId: AccountId
  orderId: OrderId
  number: string
}) {
  const { t } = useTranslation('billing')
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    await showOutcome(saveReceipt(accountId, orderId, number), t('orders.receiptSaved'))
    setSaving(false)
  }
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} stroke={1.7} aria-hidden="true" />}
      aria-label={t('orders.receiptNamed', { number })}
      loading={isSaving}
      onClick={() => void save()}
    >
      {t('orders.receipt')}
    </Button>
  )
}
