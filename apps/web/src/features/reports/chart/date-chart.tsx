import { directionOf } from '@atrium/phrases'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { currentLanguage } from '../../../lib/i18n.ts'
import { useReportWords } from '../use-report-words.ts'
import { type Bar, labelled, roundUp } from './bars.ts'
import styles from './chart.module.css'

const width = 960
const height = 240
const plot = { start: 56, end: width - 8, top: 12, bottom: height - 28 }

/** A column for each day. Pointer and arrow keys read a day's value aloud and show it below; the table has the same as text. */
export function DateChart({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const { t, credits, whole } = useReportWords()
  const [at, setAt] = useState<number | null>(null)
  const isRtl = directionOf(currentLanguage()) === 'rtl'
  const top = roundUp(Math.max(0, ...bars.map((bar) => bar.credits)))
  const step = (plot.end - plot.start) / Math.max(bars.length, 1)
  const mirrored = (x: number) => (isRtl ? width - x : x)
  const xOf = (index: number) => mirrored(plot.start + (index + 0.5) * step)
  const yOf = (value: number) => plot.bottom - (value / top) * (plot.bottom - plot.top)
  const last = bars.length - 1
  const chosen = bars[at ?? last]
  const valueText = (bar: Bar | undefined) =>
    bar
      ? t('chart.value', { name: bar.name, credits: credits(bar.credits), requests: whole(bar.requests) })
      : ''

  const onKeyDown = (event: KeyboardEvent) => {
    const forward = isRtl ? 'ArrowLeft' : 'ArrowRight'
    const back = isRtl ? 'ArrowRight' : 'ArrowLeft'
    const from = at ?? last
    const moves: Partial<Record<string, number>> = {
      [forward]: from + 1,
      [back]: from - 1,
      ArrowUp: from + 1,
      ArrowDown: from - 1,
      PageUp: from + 7,
      PageDown: from - 7,
      Home: 0,
      End: last,
    }
    const to = moves[event.key]
    if (to === undefined) return
    event.preventDefault()
    setAt(Math.min(Math.max(to, 0), last))
  }
  const onPointer = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const x = mirrored(((event.clientX - box.x) / box.width) * width)
    const index = Math.floor((x - plot.start) / step)
    setAt(index >= 0 && index <= last ? index : null)
  }
  return (
    <figure className={styles.figure}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={(at ?? last) + 1}
        aria-valuetext={valueText(chosen)}
        aria-orientation="horizontal"
        className={styles.plot}
        onKeyDown={onKeyDown}
        onBlur={() => setAt(null)}
      >
        <svg
          viewBox={`0 0 ${width} ${height}`}
          aria-hidden="true"
          onPointerMove={onPointer}
          onPointerDown={onPointer}
          onPointerLeave={() => setAt(null)}
        >
          {[0, top / 2, top].map((value) => (
            <g key={value}>
              <line
                className={styles.guide}
                x1={plot.start}
                x2={plot.end}
                y1={yOf(value)}
                y2={yOf(value)}
                transform={isRtl ? `translate(${width} 0) scale(-1 1)` : undefined}
              />
              <text className={styles.mark} x={mirrored(plot.start - 8)} y={yOf(value) + 4} textAnchor="end">
                {credits(value)}
              </text>
            </g>
          ))}
          {bars.map((bar, index) => (
            <rect
              key={bar.key}
              className={styles.column}
              data-chosen={index === at || undefined}
              x={xOf(index) - Math.max(step * 0.36, 0.6)}
              width={Math.max(step * 0.72, 1.2)}
              y={bar.credits > 0 ? Math.min(yOf(bar.credits), plot.bottom - 1) : plot.bottom}
              height={bar.credits > 0 ? Math.max(plot.bottom - yOf(bar.credits), 1) : 0}
            />
          ))}
          {at !== null && (
            <line className={styles.pointer} x1={xOf(at)} x2={xOf(at)} y1={plot.top} y2={plot.bottom} />
          )}
          {labelled(bars.length, 7).map((index) => (
            <text key={index} className={styles.mark} x={xOf(index)} y={height - 8} textAnchor="middle">
              {bars[index]?.shortName}
            </text>
          ))}
        </svg>
      </div>
      <figcaption className={styles.caption}>{at === null ? t('chart.keys') : valueText(chosen)}</figcaption>
    </figure>
  )
}
