import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { chooseLanguage, currentLanguage } from '../../lib/i18n.ts'
import { useUserInfo } from '../../lib/session/use-session.ts'
import { choicesToFollow } from './keep-for-user.ts'

/** Applies the theme and language that the user chose in another browser (NAV-14). */
export function useChoicesOfUser(): void {
  const info = useUserInfo()
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    if (!info) return
    const { language, colorScheme } = choicesToFollow(info)
    if (colorScheme) setColorScheme(colorScheme)
    // Phrases that can't be loaded now apply at the next start.
    if (language && language !== currentLanguage()) chooseLanguage(language).catch(() => {})
  }, [info, setColorScheme])
}
