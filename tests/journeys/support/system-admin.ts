import { type Product, startProduct } from './product.ts'
import { test as base } from './test.ts'

/** The address of the system administrator in the products of `systemTest`. */
export const adminEmail = 'sam.system@example.com'

/** The test function for journeys of system administrators: each call starts its own product, with further settings. */
export const systemTest = (settings: Record<string, string> = {}) =>
  base.extend<object, { product: Product }>({
    product: [
      async ({}, use) => {
        const product = await startProduct({ ATRIUM_ADMINS: adminEmail, ...settings })
        await use(product)
        await product.close()
      },
      { scope: 'worker', timeout: 300_000 },
    ],
  })
