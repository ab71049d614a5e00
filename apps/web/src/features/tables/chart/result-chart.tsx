import { type KeyboardEvent, type Ref, useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import type { Chart } from './choose-chart.ts'
import { layOut, size } from './lay-out.ts'
import styles from './chart.module.css'

type ResultChartProps = {
  chart: Chart
  label: string
  number: (value: number) => string
  drawing: Ref<SVGSVGElement>
}

/** Draws a chart. Arrow keys and the pointer choose a value, which is shown below; the table beside it has the same as text. */
export function ResultChart({ chart, label, number, drawing }: ResultChartProps) {
  const { t } = useTranslation('tables')
  const [at, setAt] = useState<number | null>(null)
  const { marks, guides, labels } = layOut(chart, number)
  const last = marks.length - 1
  const shown = chart.points[at ?? 0]
  const valueText = shown ? `${shown.label}: ${number(shown.y)}` : ''
  const onKeyDown = (event: KeyboardEvent) => {
    const from = at ?? -1
    const moves: Partial<Record<string, number>> = {
      ArrowRight: from + 1,
      ArrowUp: from + 1,
      ArrowLeft: from - 1,
      ArrowDown: from - 1,
      Home: 0,
      End: last,
    }
    const to = moves[event.key]
    if (to === undefined) return
    event.preventDefault()
    setAt(Math.min(Math.max(to, 0), last))
  }
  return (
    <figure className={styles.figure}>
      <div
        role="slider"
        tabIndex={0}
        dir="ltr"
        className={styles.plot}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={marks.length}
        aria-valuenow={(at ?? 0) + 1}
        aria-valuetext={valueText}
        onKeyDown={onKeyDown}
        onBlur={() => setAt(null)}
      >
        <svg
          ref={drawing}
          viewBox={`0 0 ${size.width} ${size.height}`}
          aria-hidden="true"
          onPointerLeave={() => setAt(null)}
        >
          {guides.map(({ y, text }) => (
            <g key={y}>
              <line x1={size.start} x2={size.end} y1={y} y2={y} stroke="currentColor" strokeOpacity={0.15} />
              <text x={size.start - 6} y={y + 4} textAnchor="end" fontSize={12} fill="currentColor">
                {text}
              </text>
            </g>
          ))}
          {chart.kind === 'line' && (
            <polyline
              points={marks.map(({ x, y }) => `${x},${y}`).join(' ')}
              fill="none"
              stroke="currentColor"
              strokeWidth={2}
            />
          )}
          {marks.map(({ x, y, top, width, height }, index) =>
            chart.kind === 'bar' || chart.kind === 'histogram' ? (
              <rect
                key={index}
                x={x - width / 2}
                y={top}
                width={width}
                height={height}
                fill="currentColor"
                fillOpacity={index === at ? 1 : 0.7}
                onPointerEnter={() => setAt(index)}
              />
            ) : (
              <circle
                key={index}
                cx={x}
                cy={y}
                r={index === at ? 6 : 3.5}
                fill="currentColor"
                fillOpacity={0.7}
                onPointerEnter={() => setAt(index)}
              />
            ),
          )}
          {labels.map(({ x, text }) => (
            <text key={x} x={x} y={size.height - 8} textAnchor="middle" fontSize={12} fill="currentColor">
              {text}
            </text>
          ))}
        </svg>
      </div>
      <figcaption className={styles.caption}>
        {at === null ? t('chart.axes', { x: chart.x, y: chart.y ?? t('chart.count') }) : valueText}
      </figcaption>
    </figure>
  )
}
