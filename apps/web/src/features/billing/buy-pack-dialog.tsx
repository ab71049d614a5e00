import { type OfferedPack, type Shop, withTax } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { useTranslation } from '../../lib/translate.ts'
import { Checkout, type OfferProps } from './checkout.tsx'
import { SandboxNote } from './sandbox-note.tsx'

/** Shows what a pack costs with tax before the provider's page opens. */
export function BuyPackDialog({
  account,
  shop,
  pack,
  currency,
  onClose,
}: OfferProps & { shop: Shop; pack: OfferedPack }) {
  const { t } = useTranslation(['billing', 'common'])
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('buy.packTitle', { pack: pack.name })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <SandboxNote isSandbox={shop.isSandbox} />
      <Checkout
        account={account}
        kind="pack"
        item={pack.id}
        amounts={withTax(currency, pack.price[currency], shop.tax)}
        tax={shop.tax}
        hasBillingDetails={shop.hasBillingDetails}
        onClose={onClose}
      />
    </Dialog>
  )
}
