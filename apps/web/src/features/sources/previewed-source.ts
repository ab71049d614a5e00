import type { Source, WebSource } from '@atrium/contract'
import { createStore } from '../../lib/store.ts'

/** The source whose preview is shown beside its chip; null for none. */
export const previewedSource = createStore<{ element: HTMLElement; source: Source | WebSource } | null>(null)

/** Hover delay before a chip's preview, in milliseconds. */
const restMs = 250
let timer = 0

export function previewSource(element: HTMLElement, source: Source | WebSource, afterMs = restMs): void {
  clearTimeout(timer)
  timer = window.setTimeout(() => previewedSource.set({ element, source }), afterMs)
}

export function endPreview(): void {
  clearTimeout(timer)
  previewedSource.set(null)
}
