import { DirectionProvider, MantineProvider } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { Hints } from './components/hints.tsx'
import { shareStyleNonce, styleNonce } from './style-nonce.ts'
import { cssVariablesResolver, theme } from './theme.ts'
import { readThemeSettings, themeSettingsManager } from './theme-settings.ts'

type AtriumProviderProps = {
  /** The direction of the interface's language. */
  direction: 'ltr' | 'rtl'
  /** BCP 47 tag of the interface's language, told to the browser for fonts, hyphens and speech. */
  language?: string
  /** 'test' turns transitions and portals off. */
  env?: 'default' | 'test'
  children: ReactNode
}

/** Theme, color scheme and direction for everything inside. */
export function AtriumProvider({ direction, language, env, children }: AtriumProviderProps) {
  const [manager] = useState(themeSettingsManager)
  useState(shareStyleNonce)
  useEffect(() => {
    document.documentElement.dir = direction
    if (language) document.documentElement.lang = language
    document.documentElement.dataset.density = readThemeSettings().density
  }, [direction, language])
  return (
    // The key makes Mantine apply a change of direction instead of keeping the first one.
    <DirectionProvider key={direction} initialDirection={direction} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        colorSchemeManager={manager}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
        {...(env ? { env } : {})}
      >
        {children}
        <Hints />
      </MantineProvider>
    </DirectionProvider>
  )
}
