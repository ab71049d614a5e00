import path from 'node:path'
import type { Archive } from './archive.ts'
import { lookThrough } from './xml.ts'

/** A relationship of a package part (ECMA-376-2, 9.3); external targets are left out, and never requested. */
export type Relation = {
  /** The last segment of its type: `slide`, `notesSlide`, `styles`. */
  kind: string
  /** The name of a part. */
  target: string
}

/** Returns a part's relationships by id, in order; none if it has none. The part '' is the package itself. */
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

/** The main part of the document. */
export async function mainPart(archive: Archive, usual: string): Promise<string> {
  const relations = await relationsOf(archive, '')
  const main = [...relations.values()].find(({ kind }) => kind === 'officeDocument')
  return main && archive.has(main.target) ? main.target : usual
}
