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

const relationsName = (part: string): string =>
  path.posix.join(part === '' ? '' : path.posix.dirname(part), '_rels', `${path.posix.basename(part)}.rels`)

/** Returns a part's relationships by id, in order; none if it has none. The part '' is the package itself. */
export async function relationsOf(archive: Archive, part: string): Promise<Map<string, Relation>> {
  const folder = path.posix.dirname(part)
  const name = relationsName(part)
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

/** Returns the addresses of a part's links by id, as the file has them. */
export async function linksOf(archive: Archive, part: string): Promise<Map<string, string>> {
  const links = new Map<string, string>()
  const name = relationsName(part)
  if (!archive.has(name)) return links
  await lookThrough(archive.read(name), {
    open(tag, { Id, Type, Target, TargetMode }) {
      if (
        tag === 'Relationship' &&
        Id !== undefined &&
        TargetMode === 'External' &&
        Type?.endsWith('/hyperlink')
      )
        links.set(Id, Target ?? '')
    },
  })
  return links
}

/** The main part of the document. */
export async function mainPart(archive: Archive, usual: string): Promise<string> {
  const relations = await relationsOf(archive, '')
  const main = [...relations.values()].find(({ kind }) => kind === 'officeDocument')
  return main && archive.has(main.target) ? main.target : usual
}
