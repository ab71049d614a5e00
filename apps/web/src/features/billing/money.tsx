import { type Currency, formatMoney } from '@atrium/contract'

/** An amount in minor units with its currency's symbol; reads left to right in every language. */
export const Money = ({ currency, minor }: { currency: Currency; minor: number }) => (
  <bdi dir="ltr">{formatMoney(currency, minor)}</bdi>
)
