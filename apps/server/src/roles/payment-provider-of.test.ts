import { expect, test } from 'vitest'
import { readPlans } from '../accounts/index.ts'
import { shopPlansFile } from '../billing/shop-for-tests.ts'
import { readConfiguration } from '../platform/config/configuration.ts'
import { paymentProviderOf } from './payment-provider-of.ts'

const plansThatSay = (payments: 'off' | 'stripe' | 'sandbox') => {
  const plans = readPlans(shopPlansFile)
  return { ...plans, shop: { ...plans.shop, payments } }
}
const start = (payments: 'off' | 'stripe' | 'sandbox', environment: Record<string, string> = {}) => {
  try {
    return paymentProviderOf(plansThatSay(payments), readConfiguration(environment)) === null ? 'off' : 'on'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

test('PAY-01 OPS-01 payments: stripe without its keys stops the start with a sentence that says what to set', () => {
  expect(start('stripe')).toMatch(
    /STRIPE_SECRET_KEY should be set, since .* says payments: stripe\. .*payments: sandbox\./,
  )
  expect(start('stripe', { STRIPE_SECRET_KEY: 'sk_test_1' })).toMatch(/STRIPE_WEBHOOK_SECRET should be set/)
  expect(start('stripe', { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toBe('on')
  expect(start('sandbox')).toMatch(/ATRIUM_SANDBOX is off/)
  expect(start('off')).toBe('off')
})
