import path from 'node:path'
import type { Archive } from './archive.ts'
import { lookThrough } from './xml.ts'

/** What a part of a package points to (ECMA-376-2, 9.3); what lies outside of the package is left out, and never asked for. */
export type Relation = {
  /** The last word of its type: `slide`, `notesSlide`, `styles`. */
  kind: string
  /** The name of a part. */
  target: string
}

/** The relations of a part by their ids, in their order; none where it has none. The part '' is the package itself. */
export async function relationsOf(archive: Archive, part: string): Promise<Map<string, Relation>> {
  const folder = path.posix.dirname(part)
  const name = path.posix.join(part === '' ? '' : folder, '_rels', `${path.posix.basename(part)}.rels`)
  const relations = new Map<string, Relation>()
  if (!archive.has(name)) return relations
  await lookThrough(archive.read(name), {
    open(tag, { Id, Type, Target, TargetMode }) {
      if (tag !== 'Relationship' || Id === undefined || !Target || TargetMode === 'External') return
      const target = Target.startsWith('/') ? Target.slice(1) : path.posix.join(folder, Target)
      relations.set(Id, { kind: (Type ?? '').split('/').at(-1) ?? '', target })
    },
  })
  return relations
}

/** The part in which the document itself is. */
export async function mainPart(archive: Archive, usual: string): Promise<string> {
  const relations = await relationsOf(archive, '')
  const main = [...relations.values()].find(({ kind }) => kind === 'officeDocument')
  return main && archive.has(main.target) ? main.target : usual
}
