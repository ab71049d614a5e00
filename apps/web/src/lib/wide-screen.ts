import { useMediaQuery } from '@mantine/hooks'

/** From here on the sidebar stands beside the page (`md`). */
const wide = '(min-width: 62em)'

export const isWideScreen = (): boolean => matchMedia(wide).matches

/** Follows the window as it is turned or resized. */
export const useWideScreen = (): boolean =>
  useMediaQuery(wide, isWideScreen(), { getInitialValueInEffect: false })
