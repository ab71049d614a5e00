import type { Area } from '@atrium/phrases/areas.ts'

/** This page loads its own phrases, so no area of them loads on demand. */
export const areaOf: Partial<Record<string, Area>> = {}

export const loadArea = (area: Area): Promise<never> =>
  Promise.reject(new Error(`The page of chat links has no phrases of ${area}.`))
