import { type ChatId, type FileId, limits, type OpenedPassage } from '@atrium/contract'
import { useQueries } from '@tanstack/react-query'
import { sheetPartQuery } from '../source-queries.ts'

export type SheetPassages = {
  /** The loaded passages of the requested positions, and those around them. */
  byPosition: ReadonlyMap<number, OpenedPassage>
  /** Some failed to load; null if all are loaded or loading. */
  tryAgain: (() => void) | null
}

/** The passages at some positions of a file, fetched in pages and cached for a while. */
export function useSheetPassages(
  fileId: FileId,
  chatId: ChatId | null,
  positions: readonly number[],
): SheetPassages {
  const parts = [...new Set(positions.map((position) => Math.floor(position / limits.passagesAtOnce)))]
  return useQueries({
    queries: parts.map((part) => sheetPartQuery(fileId, chatId, part)),
    combine: (results) => {
      const failed = results.filter(({ isError }) => isError)
      return {
        byPosition: new Map(
          results.flatMap(({ data }) => (data ?? []).map((passage) => [passage.position, passage] as const)),
        ),
        tryAgain: failed.length === 0 ? null : () => failed.forEach(({ refetch }) => void refetch()),
      }
    },
  })
}
