import type { PaymentProvider, PaymentSettings } from './payment-provider.ts'

/** The payment provider. Its package of two hundred modules is loaded with the first call. */
export function createPaymentProvider(settings: PaymentSettings): PaymentProvider {
  let loaded: Promise<PaymentProvider> | undefined
  const provider = () =>
    (loaded ??= import('./payment-provider.ts').then(({ createStripeProvider }) =>
      createStripeProvider(settings),
    ))
  return {
    openCheckout: async (checkout) => (await provider()).openCheckout(checkout),
    chargeSaved: async (charge) => (await provider()).chargeSaved(charge),
    cancel: async (checkoutId) => (await provider()).cancel(checkoutId),
    stateOfCheckout: async (checkoutId) => (await provider()).stateOfCheckout(checkoutId),
    stateOfPayment: async (paymentId) => (await provider()).stateOfPayment(paymentId),
    eventsSince: async (since) => (await provider()).eventsSince(since),
    readEvent: async (body, signature) => (await provider()).readEvent(body, signature),
  }
}
