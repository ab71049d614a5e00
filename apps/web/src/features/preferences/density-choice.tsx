import { SegmentedControl } from '@mantine/core'
import { densities, type Density, readThemeSettings, writeThemeSettings } from '@atrium/ui'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'

/** Comfortable or compact; stored in this browser, since it depends on the screen. */
export function DensityChoice() {
  const { t } = useTranslation('profile')
  const [density, setDensity] = useState(() => readThemeSettings().density)
  const choose = (chosen: string) => setDensity(writeThemeSettings({ density: chosen as Density }).density)
  return (
    <SegmentedControl
      aria-label={t('density.label')}
      value={density}
      onChange={choose}
      data={densities.map((value) => ({ value, label: t(`density.${value}`) }))}
    />
  )
}
