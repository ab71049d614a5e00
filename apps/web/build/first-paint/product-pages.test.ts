import { expect, test } from 'vitest'
import { productPages } from './product-pages.ts'

test('the first paint knows every page inside the frame, and none outside of it', () => {
  const pages = productPages()
  expect(pages).toEqual(
    expect.arrayContaining(['chat', 'chat-history', 'knowledge-bases', 'knowledge-check', 'system', 'api']),
  )
  for (const outside of ['auth', 'accounts', 'profile', 'setup', 'terms-of-use', 'public-invite'])
    expect(pages).not.toContain(outside)
  expect(pages.filter((page) => !/^[a-z-]+$/.test(page))).toEqual([])
})
