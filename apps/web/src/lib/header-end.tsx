import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { createStore, useStore } from './store.ts'

/** The place at the end of the header, once it is drawn. */
export const headerEnd = createStore<HTMLElement | null>(null)

/** Puts what a page has to offer at the end of the header above it. */
export function HeaderEnd({ children }: { children: ReactNode }) {
  const place = useStore(headerEnd)
  return place && createPortal(children, place)
}
