import type { PaymentTransaction } from '@atrium/contract'
import { useTranslation } from '../../lib/translate.ts'
import styles from './billing.module.css'

/** An order's status in words; COMPLETED is 'Successful'. */
export function OrderStatus({ order: { status, dispute } }: { order: PaymentTransaction }) {
  const { t } = useTranslation('billing')
  const tone = status === 'COMPLETED' ? 'good' : status === 'FAILED' ? 'bad' : undefined
  return (
    <>
      <span className={styles.status} data-tone={tone}>
        {t(`status.${status}`)}
      </span>
      {dispute !== 'none' && <span className={styles.quiet}>{t(`dispute.${dispute}`)}</span>}
    </>
  )
}
