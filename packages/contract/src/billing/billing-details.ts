import { z } from 'zod'
import { dataReply, endpoint } from '../endpoint.ts'
import { AccountId } from '../ids.ts'
import { Email, Line, LineOrNothing } from '../text/text.ts'

type CountryRules = {
  /** Form of the postal code; any line when left out. */
  postalCode?: RegExp
  needsPostalCode?: true
  needsState?: true
  /** Form of the tax id; any line when left out. */
  taxId?: RegExp
  /** An example of a valid postal code or tax id, for messages. */
  examples?: { postalCode?: string; taxId?: string }
}

const vat = (form: string, example: string) => ({
  taxId: new RegExp(`^${form}$`),
  examples: { taxId: example },
})

/** What a valid address and tax id look like in countries with rules of their own. */
const countryRules: Readonly<Record<string, CountryRules>> = {
  US: {
    postalCode: /^\d{5}(-\d{4})?$/,
    needsPostalCode: true,
    needsState: true,
    taxId: /^\d{2}-?\d{7}$/,
    examples: { postalCode: '94103', taxId: '12-3456789' },
  },
  IN: {
    postalCode: /^[1-9]\d{5}$/,
    needsPostalCode: true,
    needsState: true,
    taxId: /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/,
    examples: { postalCode: '560001', taxId: '29ABCDE1234F1Z5' },
  },
  GB: {
    postalCode: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
    needsPostalCode: true,
    taxId: /^GB(\d{9}|\d{12})$/,
    examples: { postalCode: 'SW1A 1AA', taxId: 'GB123456789' },
  },
  DE: {
    postalCode: /^\d{5}$/,
    needsPostalCode: true,
    taxId: /^DE\d{9}$/,
    examples: { postalCode: '10115', taxId: 'DE123456789' },
  },
  FR: {
    postalCode: /^\d{5}$/,
    needsPostalCode: true,
    taxId: /^FR[\dA-Z]{2}\d{9}$/,
    examples: { postalCode: '75001', taxId: 'FR12345678901' },
  },
  CA: {
    postalCode: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i,
    needsPostalCode: true,
    needsState: true,
    examples: { postalCode: 'K1A 0B1' },
  },
  CN: { postalCode: /^\d{6}$/, needsPostalCode: true, examples: { postalCode: '100000' } },
  VN: { postalCode: /^\d{5,6}$/, examples: { postalCode: '100000' } },
  AU: { postalCode: /^\d{4}$/, needsPostalCode: true, needsState: true, examples: { postalCode: '2000' } },
  ES: vat('ES[\\dA-Z]\\d{7}[\\dA-Z]', 'ESX1234567X'),
  IT: vat('IT\\d{11}', 'IT12345678901'),
  NL: vat('NL\\d{9}B\\d{2}', 'NL123456789B01'),
  NO: { postalCode: /^\d{4}$/, needsPostalCode: true, examples: { postalCode: '0150' } },
}

/** Countries of buyers: ISO 3166-1 alpha-2. */
export const countries = (
  'AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CV CY CZ ' +
  'DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GB GD GE GH GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IS IT JM JO JP ' +
  'KE KG KH KI KM KN KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NE NG NI ' +
  'NL NO NP NR NZ OM PA PE PG PH PK PL PS PT PW PY QA RO RS RU RW SA SB SC SE SG SI SK SL SM SN SO SR SS ST SV SZ TD TG TH TJ TL TM ' +
  'TN TO TR TT TV TW TZ UA UG US UY UZ VC VE VN VU WS XK YE ZA ZM ZW'
).split(' ')

const isCountry = (country: string) => countries.includes(country)

/** A field of billing details that breaks a rule of its country, and an example of a valid value. */
export type BillingMistake = {
  field: 'postalCode' | 'state' | 'taxId' | 'country'
  rule: 'missing' | 'form'
  example: string | null
}

/** Checks the fields whose form depends on the country. */
export function billingMistakes(details: {
  country: string
  state: string
  postalCode: string
  taxId: string
}): BillingMistake[] {
  if (!isCountry(details.country)) return [{ field: 'country', rule: 'form', example: 'IN' }]
  const rules = countryRules[details.country] ?? {}
  const found: BillingMistake[] = []
  const { postalCode, taxId } = details
  const example = rules.examples?.postalCode ?? null
  if (postalCode === '' && rules.needsPostalCode)
    found.push({ field: 'postalCode', rule: 'missing', example })
  if (postalCode !== '' && rules.postalCode && !rules.postalCode.test(postalCode))
    found.push({ field: 'postalCode', rule: 'form', example })
  if (details.state === '' && rules.needsState) found.push({ field: 'state', rule: 'missing', example: null })
  if (taxId !== '' && rules.taxId && !rules.taxId.test(taxId))
    found.push({ field: 'taxId', rule: 'form', example: rules.examples?.taxId ?? null })
  return found
}

const sentenceOf = ({ rule, example }: BillingMistake) =>
  rule === 'missing'
    ? 'This is required in this country.'
    : `This is not valid in this country.${example === null ? '' : ` Example: ${example}.`}`

/** Who pays and gets the receipts. */
export const BillingDetails = z
  .strictObject({
    /** Name of the company or person. */
    name: Line(120),
    email: Email,
    line1: Line(120),
    line2: LineOrNothing(120).default(''),
    city: Line(80),
    state: LineOrNothing(80).default(''),
    postalCode: LineOrNothing(20).default(''),
    /** ISO 3166-1 alpha-2, upper case. */
    country: z.string().regex(/^[A-Z]{2}$/, 'This is a country code of two capital letters.'),
    /** VAT, GST or other tax number. */
    taxId: LineOrNothing(40).default(''),
  })
  .superRefine((details, context) => {
    for (const mistake of billingMistakes(details))
      context.addIssue({ code: 'custom', path: [mistake.field], message: sentenceOf(mistake) })
  })
export type BillingDetails = z.infer<typeof BillingDetails>

const ofAccount = z.strictObject({ accountId: AccountId })

export const getBillingDetails = endpoint({
  name: 'getBillingDetails',
  host: 'main',
  method: 'GET',
  path: '/user/billing-details/:accountId',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: "Returns the account's billing details; null when there are none.",
  params: ofAccount,
  reply: { json: dataReply(BillingDetails.nullable()) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
})
export const changeBillingDetails = endpoint({
  name: 'changeBillingDetails',
  host: 'main',
  method: 'PATCH',
  path: '/user/billing-details/:accountId',
  caller: 'account-admin',
  policy: 'account:edit',
  summary:
    'Stores the billing details for future receipts; state, postal code and tax id are checked by country.',
  params: ofAccount,
  body: z.strictObject({ billingDetails: BillingDetails }),
  reply: { json: dataReply(BillingDetails) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'ids',
})
export const billingDetailEndpoints = { getBillingDetails, changeBillingDetails }
