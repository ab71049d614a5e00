import type { FileId, PassagePlace } from '@atrium/contract'

type Placed = { fileId: FileId; place: PassagePlace }

/**
 * Returns the rank, from 1, of the first passage that a golden question expects: of one of its files and, where it names a page,
 * on that page or slide. Null when none is found.
 */
export function firstExpected(
  found: readonly Placed[],
  expected: readonly { fileId: FileId; page: number | null }[],
): number | null {
  const index = found.findIndex((passage) =>
    expected.some(
      ({ fileId, page }) =>
        fileId === passage.fileId && (page === null || page === (passage.place.page ?? passage.place.slide)),
    ),
  )
  return index < 0 ? null : index + 1
}
