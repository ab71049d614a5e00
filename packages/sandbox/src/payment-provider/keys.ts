/** Where the product's own sandbox has its payment provider, if the port is free. */
export const sandboxPaymentsPort = 47_821
/** They protect nothing: the sandbox moves no money and listens on loopback only. */
export const sandboxPaymentKey = 'sk_test_sandbox'
export const sandboxWebhookSecret = 'whsec_sandbox'
