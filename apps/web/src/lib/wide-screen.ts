import { useMediaQuery } from '@mantine/hooks'

/** Minimum width at which the sidebar is beside the page (`md`). */
const wide = '(min-width: 62em)'

export const isWideScreen = (): boolean => matchMedia(wide).matches

/** Follows rotation and resizing of the window. */
export const useWideScreen = (): boolean =>
  useMediaQuery(wide, isWideScreen(), { getInitialValueInEffect: false })

/** Maximum widths at which the composer's tools don't fit in a row: those for fingers are larger. */
const narrow = '(max-width: 40em), (pointer: coarse) and (max-width: 48em)'

export const useNarrowScreen = (): boolean =>
  useMediaQuery(narrow, matchMedia(narrow).matches, { getInitialValueInEffect: false })
