import type { ReadEvent } from '../block.ts'

/** A sheet begins with its name. */
export const sheetHeading = (name: string): ReadEvent => ({
  type: 'block',
  block: { kind: 'heading', level: 1, text: name, place: { sheet: name } },
})
