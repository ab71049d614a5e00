import { type Product, startProduct } from './product.ts'
import { test as base } from './test.ts'

/** Who signs up with this address is a system administrator of the products of `systemTest`. */
export const adminEmail = 'sam.system@example.com'

/** The test function of a file with journeys of system administrators: each call has a product of its own. */
export const systemTest = () =>
  base.extend<object, { product: Product }>({
    product: [
      async ({}, use) => {
        const product = await startProduct({ ATRIUM_ADMINS: adminEmail })
        await use(product)
        await product.close()
      },
      { scope: 'worker', timeout: 300_000 },
    ],
  })
