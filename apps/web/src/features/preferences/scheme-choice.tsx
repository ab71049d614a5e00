import { colorSchemes } from './color-schemes.ts'
import { useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from '../../lib/translate.ts'
import { keepForUser } from './keep-for-user.ts'
import styles from './choices.module.css'

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }

/** Light, dark, or the system's setting. */
export function SchemeChoice() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <div className={styles.schemes} role="radiogroup" aria-label={t('scheme.label')}>
      {colorSchemes.map((scheme) => {
        const Icon = icons[scheme]
        return (
          <label key={scheme} className={styles.scheme} title={t(`scheme.${scheme}`)}>
            <input
              type="radio"
              name="scheme"
              className={styles.hidden}
              checked={colorScheme === scheme}
              onChange={() => {
                setColorScheme(scheme)
                keepForUser({ colorScheme: scheme })
              }}
            />
            <Icon size={16} stroke={1.7} aria-hidden="true" />
            <span className={styles.hidden}>{t(`scheme.${scheme}`)}</span>
          </label>
        )
      })}
    </div>
  )
}
