import type { Archive } from '../archive.ts'
import { lookThrough } from '../xml.ts'

type Level = { isOrdered: boolean; start: number }

/** Counts the items of a document's lists. */
export type Numbering = {
  /** Returns the number of the next item, null for a bullet; undefined when the numbering has none of this kind. */
  next(id: string, depth: number): number | null | undefined
}

const defaultLevel: Level = { isOrdered: false, start: 1 }
export const maxDepth = 8

/** Reads the numbering of a Word document (ECMA-376-1, 17.9). A list without a definition has bullets. */
export async function wordNumbering(archive: Archive, part: string | undefined): Promise<Numbering> {
  const kinds = new Map<string, Map<number, Level>>()
  const lists = new Map<string, { kind: string; starts: Map<number, number> }>()
  if (part !== undefined) await readNumbering(archive, part, kinds, lists)

  const counts = new Map<string, number[]>()
  return {
    next(id, depth) {
      const list = lists.get(id)
      if (id === '0') return undefined
      const level = kinds.get(list?.kind ?? '')?.get(depth) ?? defaultLevel
      const ofList = counts.get(id) ?? []
      counts.set(id, ofList)
      const start = list?.starts.get(depth) ?? level.start
      const number = (ofList[depth] ?? start - 1) + 1
      ofList[depth] = number
      // Deeper items count from their start again.
      ofList.length = depth + 1
      return level.isOrdered ? number : null
    },
  }
}

async function readNumbering(
  archive: Archive,
  part: string,
  kinds: Map<string, Map<number, Level>>,
  lists: Map<string, { kind: string; starts: Map<number, number> }>,
): Promise<void> {
  let levels = new Map<number, Level>()
  let level: Level = { ...defaultLevel }
  let list = { kind: '', starts: new Map<number, number>() }
  let depth = 0
  await lookThrough(archive.read(part), {
    open(name, { abstractNumId, numId, ilvl, val }) {
      if (name === 'abstractNum') kinds.set(abstractNumId ?? '', (levels = new Map()))
      else if (name === 'num') {
        list = { kind: '', starts: new Map() }
        // A list's own levels don't belong to the preceding definition.
        levels = new Map()
        lists.set(numId ?? '', list)
      } else if (name === 'abstractNumId') list.kind = val ?? ''
      else if (name === 'lvlOverride') depth = Number(ilvl)
      else if (name === 'startOverride') list.starts.set(depth, startOf(val))
      else if (name === 'lvl') {
        level = { ...defaultLevel }
        levels.set(Number(ilvl), level)
      } else if (name === 'start') level.start = startOf(val)
      else if (name === 'numFmt') level.isOrdered = !/^(bullet|none)$/.test(val ?? '')
    },
  })
}

function startOf(val: string | undefined): number {
  const start = Number(val)
  return Number.isInteger(start) && start >= 0 && start < 1_000_000_000 ? start : 1
}
