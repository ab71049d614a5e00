import { useMediaQuery } from '@mantine/hooks'

/** From this width on the sidebar is beside the page (`md`). */
const wide = '(min-width: 62em)'

export const isWideScreen = (): boolean => matchMedia(wide).matches

/** Follows the window as it is turned or resized. */
export const useWideScreen = (): boolean =>
  useMediaQuery(wide, isWideScreen(), { getInitialValueInEffect: false })

/** Where the composer's tools have no room beside each other. */
const narrow = '(max-width: 40em)'

export const useNarrowScreen = (): boolean =>
  useMediaQuery(narrow, matchMedia(narrow).matches, { getInitialValueInEffect: false })
