import { limits } from '@atrium/contract'
import type { SetDocument } from './question-sets.ts'

/** A text as a file of a base; `id` is the set's. */
export type TextFile = { id: string; name: string; text: string }

/**
 * The texts of a set as the files of knowledge bases: each in the first that has space for it and no file of its name, since
 * names are searched too and must not change.
 */
export function divideTexts(
  documents: readonly SetDocument[],
  most: number = limits.maxContextFiles,
): TextFile[][] {
  const bases: Map<string, TextFile>[] = []
  for (const document of documents) {
    const file = { id: document.id, name: fileNameOf(document), text: document.text }
    const key = file.name.toLowerCase()
    const free = bases.find((base) => base.size < most && !base.has(key))
    if (free) free.set(key, file)
    else bases.push(new Map([[key, file]]))
  }
  return bases.map((base) => [...base.values()])
}

/** A file name as a person would choose it: a title on one line, without path separators. */
const fileNameOf = ({ id, title }: SetDocument): string =>
  `${
    title
      .normalize()
      .replaceAll(/[\s/\\]+/g, ' ')
      .trim()
      .slice(0, 200)
      .trim() || id
  }.txt`
