import { type Account, type Amounts, type Currency, mintId, type Tax } from '@atrium/contract'
import { Button, Group } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './billing.module.css'
import { Money } from './money.tsx'
import { billingChanges, reloadBilling } from './queries.ts'

type CheckoutProps = {
  account: Account
  kind: 'pack' | 'plan'
  item: string
  amounts: Amounts
  tax: Tax | null
  /** Minor units deducted from the price, shown above the tax. */ credit?: { price: number; credit: number }
  hasBillingDetails: boolean
  onClose: () => void
}

/** What is due, and the way to the provider's page. The order's id is made once, so a double click places one order. */
export function Checkout({
  account,
  kind,
  item,
  amounts,
  tax,
  credit,
  hasBillingDetails,
  onClose,
}: CheckoutProps) {
  const { t } = useTranslation(['billing', 'common'])
  const [orderId] = useState(() => mintId('order'))
  const { currency } = amounts
  const { submit, isSending, failure } = useSubmit(
    () => ({}),
    async () => {
      const body = { orderId, kind, item, currency, expectedTotal: amounts.total }
      const order = await billingChanges(account.id).order(body)
      if (order.checkoutUrl) {
        location.assign(order.checkoutUrl)
        // The page is about to be left: the button stays busy until the browser restores the page on returning.
        await new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }))
      }
      await reloadBilling(account.id)
      onClose()
    },
  )
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <dl className={styles.sums}>
        {credit && credit.credit > 0 && (
          <>
            <dt>{t('buy.price')}</dt>
            <dd>
              <Money currency={currency} minor={credit.price} />
            </dd>
            <dt>{t('buy.unused')}</dt>
            <dd>
              <Money currency={currency} minor={-credit.credit} />
            </dd>
          </>
        )}
        <dt>{t('buy.net')}</dt>
        <dd>
          <Money currency={currency} minor={amounts.net} />
        </dd>
        {tax && (
          <>
            <dt>{t('buy.tax', { name: tax.name, percent: tax.basisPoints / 100 })}</dt>
            <dd>
              <Money currency={currency} minor={amounts.tax} />
            </dd>
          </>
        )}
        <dt className={styles.total}>{t('buy.total')}</dt>
        <dd className={styles.total}>
          <Money currency={currency} minor={amounts.total} />
        </dd>
      </dl>
      <FailureNote failure={failure} />
      {hasBillingDetails ? (
        <>
          <p className={styles.about}>{t('buy.provider')}</p>
          <Group justify="flex-end" gap="xs" mt="lg">
            <Button variant="default" onClick={onClose} disabled={isSending}>
              {t('common:action.cancel')}
            </Button>
            <Button
              type="submit"
              loading={isSending}
              rightSection={<IconExternalLink size={18} stroke={1.7} aria-hidden="true" />}
            >
              {t('buy.pay')}
            </Button>
          </Group>
        </>
      ) : (
        <>
          <p className={styles.about}>{t('buy.needsAddress')}</p>
          <Group justify="flex-end" gap="xs" mt="lg">
            <Button variant="default" onClick={onClose}>
              {t('common:action.cancel')}
            </Button>
            <Button
              renderRoot={(props) => (
                <Link {...props} to="/plans-and-billing/billing-details/$id" params={{ id: account.id }} />
              )}
            >
              {t('buy.enterAddress')}
            </Button>
          </Group>
        </>
      )}
    </form>
  )
}

export type OfferProps = { account: Account; currency: Currency; onClose: () => void }
