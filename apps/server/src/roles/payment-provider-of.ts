import { sandboxPaymentKey, sandboxWebhookSecret } from '@atrium/sandbox/payment-keys.ts'
import type { Plans } from '../accounts/index.ts'
import { createPaymentProvider, type PaymentProvider } from '../billing/index.ts'
import { type Configuration, ConfigurationError } from '../platform/config/configuration.ts'
import { Secret } from '../platform/config/secret.ts'

/** The payment provider that the plans file names; null for `payments: off`. Throws when its key or sandbox is missing. */
export function paymentProviderOf(
  { shop }: Plans,
  { stripeSecretKey: key, stripeWebhookSecret: webhookSecret, sandboxPaymentsUrl, plansFile }: Configuration,
): PaymentProvider | null {
  switch (shop.payments) {
    case 'off':
      return null
    case 'stripe':
      if (key === undefined || webhookSecret === undefined)
        throw new ConfigurationError([
          `${key === undefined ? 'STRIPE_SECRET_KEY' : 'STRIPE_WEBHOOK_SECRET'} should be set, since ${plansFile} says payments: stripe. To try payments without money, write payments: sandbox.`,
        ])
      return createPaymentProvider({ key, webhookSecret })
    case 'sandbox':
      if (sandboxPaymentsUrl === undefined)
        throw new ConfigurationError([
          `${plansFile} says payments: sandbox, but ATRIUM_SANDBOX is off. Turn it on, or set ATRIUM_SANDBOX_PAYMENTS_URL.`,
        ])
      return createPaymentProvider({
        key: new Secret(sandboxPaymentKey),
        webhookSecret: new Secret(sandboxWebhookSecret),
        address: sandboxPaymentsUrl,
      })
  }
}
