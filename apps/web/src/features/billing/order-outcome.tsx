import { type AccountId, isInProgress, type OrderId, type PaymentTransaction } from '@atrium/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { showError } from '../../lib/toasts/show-error.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './billing.module.css'
import { billingChanges, orderQuery } from './queries.ts'
import { ReceiptButton } from './receipt-button.tsx'

type OutcomeProps = {
  accountId: AccountId
  orderId: OrderId
  /** The buyer came back without paying. */ isCancelled: boolean
  onClose: () => void
}

/** The outcome of the order that the buyer returns from; polls it while the provider may still complete it. */
export function OrderOutcome({ accountId, orderId, isCancelled, onClose }: OutcomeProps) {
  const { t } = useTranslation('billing')
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    billingChanges(accountId).complete(orderId, isCancelled).catch(showError)
  }, [accountId, orderId, isCancelled])
  const { data: order } = useQuery(orderQuery(accountId, orderId))
  if (!order) return null
  return (
    <section
      className={styles.outcome}
      data-tone={toneOf(order)}
      role="status"
      aria-label={t('outcome.label')}
    >
      <p>
        <strong>{t(`outcome.${order.status}`)}</strong>{' '}
        {t(`outcome.${order.status}.text`, { item: order.itemName })}
      </p>
      {order.receiptNumber !== null && (
        <ReceiptButton accountId={accountId} orderId={orderId} number={order.receiptNumber} />
      )}
      <Button variant="subtle" color="gray" size="xs" onClick={onClose}>
        {t('outcome.close')}
      </Button>
    </section>
  )
}

const toneOf = ({ status }: PaymentTransaction) =>
  status === 'COMPLETED' ? 'good' : status === 'FAILED' ? 'bad' : isInProgress(status) ? undefined : 'quiet'
