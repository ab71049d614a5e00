import { type BaseId, isId, type KnowledgeBase, limits } from '@atrium/contract'
import { stored } from '../../lib/stored.ts'

/** A selected knowledge base, with its name until the list is loaded. */
export type AskedBase = { id: BaseId; name: string }

const isAsked = (value: unknown): value is AskedBase =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  isId('base', value.id) &&
  'name' in value &&
  typeof value.name === 'string'

const listOf = (value: unknown): AskedBase[] | null => (Array.isArray(value) ? value.filter(isAsked) : null)

const kept = (name: string) => stored(`askedBases.${name}`, listOf)
const none: readonly AskedBase[] = []

/** The knowledge bases selected for the next questions under a name (a chat, or a new one). */
export const readAsked = (name: string): readonly AskedBase[] => {
  const bases = kept(name).read()
  return bases === null || bases.length === 0 ? none : bases
}

export const writeAsked = (name: string, bases: readonly AskedBase[]): void =>
  bases.length === 0 ? kept(name).remove() : kept(name).write([...bases])

/** Moves the selection to the new chat's id; the next new chat starts with none. */
export function moveAsked(from: string, to: string): void {
  if (from === to) return
  const bases = readAsked(from)
  writeAsked(from, none)
  if (bases.length > 0) writeAsked(to, bases)
}

export const withAsked = (bases: readonly AskedBase[], added: AskedBase): readonly AskedBase[] =>
  bases.length >= limits.maxBasesAsked || bases.some(({ id }) => id === added.id) ? bases : [...bases, added]

export const withoutAsked = (bases: readonly AskedBase[], id: BaseId): readonly AskedBase[] =>
  bases.filter((base) => base.id !== id)

/** Returns the bases with current names and without deleted ones; the same list when nothing changed. */
export function existingBases(
  bases: readonly AskedBase[],
  known: readonly Pick<KnowledgeBase, 'id' | 'rag_name'>[],
): readonly AskedBase[] {
  const left = bases.flatMap(({ id }) => {
    const base = known.find((one) => one.id === id)
    return base ? [{ id, name: base.rag_name }] : []
  })
  const isSame = left.length === bases.length && left.every(({ name }, index) => name === bases[index]?.name)
  return isSame ? bases : left
}
