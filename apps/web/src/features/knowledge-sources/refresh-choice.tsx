import { type RefreshInterval, refreshIntervals } from '@atrium/contract'
import { NativeSelect } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'

type RefreshChoiceProps = { refresh: RefreshInterval; onChange: (refresh: RefreshInterval) => void }

/** How often an address is fetched again. */
export function RefreshChoice({ refresh, onChange }: RefreshChoiceProps) {
  const { t } = useTranslation('knowledgeSources')
  return (
    <NativeSelect
      label={t('refresh.label')}
      description={t('refresh.hint')}
      value={refresh}
      data={refreshIntervals.map((value) => ({ value, label: t(`refresh.${value}`) }))}
      onChange={(event) => {
        const chosen = refreshIntervals.find((one) => one === event.currentTarget.value)
        if (chosen) onChange(chosen)
      }}
    />
  )
}
