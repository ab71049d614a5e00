import { vi } from 'vitest'

/** Loaded before every test: conditions are waited for longer than any machine needs, not for vitest's one second. */
const { waitFor } = vi
vi.waitFor = (condition, options) =>
  waitFor(condition, { timeout: 30_000, ...(typeof options === 'number' ? { timeout: options } : options) })
