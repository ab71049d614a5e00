import { z } from 'zod'

/** Currencies of prices, the first of which is the default. Amounts are minor units: US cents, Indian paise. */
export const currencies = ['USD', 'INR'] as const
export const Currency = z.enum(currencies)
export type Currency = z.infer<typeof Currency>

export const Prices = z.strictObject({ USD: z.int().min(0), INR: z.int().min(0) })
export type Prices = z.infer<typeof Prices>

/** The tax that is added to a price: its name and rate in hundredths of a percent, so 1800 is 18 %. */
export const Tax = z.strictObject({ name: z.string(), basisPoints: z.int().min(0).max(10_000) })
export type Tax = z.infer<typeof Tax>

export const Amounts = z.strictObject({
  currency: Currency,
  /** Minor units, before tax. */
  net: z.int(),
  tax: z.int(),
  total: z.int(),
})
export type Amounts = z.infer<typeof Amounts>

/** Adds the tax to a net amount in minor units; half a minor unit is rounded up. */
export function withTax(currency: Currency, net: number, tax: Tax | null): Amounts {
  const amount = tax === null ? 0 : Math.floor((net * tax.basisPoints + 5000) / 10_000)
  return { currency, net, tax: amount, total: net + amount }
}

export const currencySymbols: Record<Currency, string> = { USD: '$', INR: '₹' }

/** Formats minor units with the currency's symbol: `$49.00`, `₹3,999.00`; lakhs and crores for rupees. */
export function formatMoney(currency: Currency, minor: number): string {
  const places = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const amount = new Intl.NumberFormat(currency === 'INR' ? 'en-IN' : 'en-US', places).format(
    Math.abs(minor) / 100,
  )
  const shown = `${currencySymbols[currency]}${amount}`
  return minor < 0 ? `−${shown}` : shown
}
