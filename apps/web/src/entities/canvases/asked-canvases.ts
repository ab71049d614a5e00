import { type CanvasId, isId, limits } from '@atrium/contract'
import { createStore } from '../../lib/store.ts'
import { stored } from '../../lib/stored.ts'

const idsFrom = (value: unknown): CanvasId[] | null =>
  Array.isArray(value)
    ? value.filter((id): id is CanvasId => typeof id === 'string' && isId('canvas', id))
    : null

const kept = (name: string) => stored(`askedCanvases.${name}`, idsFrom)
const none: readonly CanvasId[] = []

/** The canvases of the next question by draft: changed from the canvas too, which is open beside the composer. */
export const askedCanvases = createStore<ReadonlyMap<string, readonly CanvasId[]>>(new Map())

/** The canvases of the next question under the name of its draft. */
export function readAskedCanvases(name: string): readonly CanvasId[] {
  const known = askedCanvases.get().get(name)
  if (known) return known
  const read = kept(name).read()
  return read === null || read.length === 0 ? none : read
}

export function writeAskedCanvases(name: string, canvasIds: readonly CanvasId[]): void {
  if (canvasIds.length === 0) kept(name).remove()
  else kept(name).write([...canvasIds])
  askedCanvases.set(new Map([...askedCanvases.get(), [name, canvasIds.length === 0 ? none : canvasIds]]))
}

/** Adds canvases to the next question; keeps the latest ones when there are too many. */
export const addAskedCanvases = (name: string, canvasIds: readonly CanvasId[]): void => {
  const before = readAskedCanvases(name).filter((id) => !canvasIds.includes(id))
  writeAskedCanvases(name, [...before, ...canvasIds].slice(-limits.maxCanvasesAsked))
}
