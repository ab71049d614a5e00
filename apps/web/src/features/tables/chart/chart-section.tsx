import { Button, SegmentedControl } from '@mantine/core'
import { IconPhotoDown } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { showOutcome } from '../../../lib/toasts/show-outcome.ts'
import { useTranslation } from '../../../lib/translate.ts'
import styles from '../tables.module.css'
import type { Chart, ChartKind } from './choose-chart.ts'
import { ResultChart } from './result-chart.tsx'
import { saveAsPng, saveAsSvg } from './save-chart.ts'

type ChartSectionProps = {
  /** The best first. */
  charts: readonly Chart[]
  title: string
  /** The name of its files. */
  name: string
  number: (value: number) => string
}

/** A chart of a result, with a choice of its kind and the picture to download. */
export function ChartSection({ charts, title, name, number }: ChartSectionProps) {
  const { t } = useTranslation('tables')
  const [kind, setKind] = useState<ChartKind | null>(null)
  const drawing = useRef<SVGSVGElement>(null)
  const chart = charts.find((one) => one.kind === kind) ?? charts[0]
  if (!chart) return null
  const save = async (as: 'png' | 'svg') => {
    if (!drawing.current) return
    if (as === 'svg') saveAsSvg(drawing.current, name)
    else await saveAsPng(drawing.current, name)
  }
  return (
    <>
      {charts.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={t('chart.kind')}
          value={chart.kind}
          onChange={(value) => setKind(charts.find((one) => one.kind === value)?.kind ?? null)}
          data={charts.map((one) => ({ value: one.kind, label: t(`chart.${one.kind}`) }))}
        />
      )}
      <ResultChart chart={chart} label={t('chart.of', { title })} number={number} drawing={drawing} />
      <div className={styles.tools}>
        {(['png', 'svg'] as const).map((as) => (
          <Button
            key={as}
            size="xs"
            variant="subtle"
            leftSection={<IconPhotoDown size={16} stroke={1.7} />}
            onClick={() => void showOutcome(save(as), t('saved'))}
          >
            {t(`chart.${as}`)}
          </Button>
        ))}
      </div>
    </>
  )
}
