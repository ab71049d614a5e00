import type { Mended } from '../features/conversation/markdown/mend.ts'

/** Texts of this page are complete: nothing is guessed or withheld. */
export const mend = (written: string): Mended => ({ source: written, heldCount: 0 })
