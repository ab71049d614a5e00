import type { Chart } from './choose-chart.ts'

export const size = { width: 720, height: 260, start: 76, end: 708, top: 14, bottom: 226 }

type Mark = { x: number; y: number; top: number; width: number; height: number }

const maxLabels = 7
const maxLabelCharacters = 13

/** Places the values of a chart. Bars start at zero. */
export function layOut(
  { kind, points }: Chart,
  number: (value: number) => string,
): { marks: Mark[]; guides: { y: number; text: string }[]; labels: { x: number; text: string }[] } {
  const values = points.map(({ y }) => y)
  const startsAtZero = kind !== 'scatter'
  const low = Math.min(...values, ...(startsAtZero ? [0] : []))
  const high = Math.max(...values, ...(startsAtZero ? [0] : []))
  const spread = high - low || 1
  const yOf = (value: number) => size.bottom - ((value - low) / spread) * (size.bottom - size.top)
  const xs = points.map(({ x }) => x)
  const [first, last] = [Math.min(...xs), Math.max(...xs)]
  const step = (size.end - size.start) / Math.max(points.length, 1)
  const xOf = (x: number) =>
    kind === 'scatter'
      ? size.start + 8 + ((x - first) / (last - first || 1)) * (size.end - size.start - 16)
      : size.start + (x + 0.5) * step
  const width = kind === 'histogram' ? step * 0.96 : Math.max(step * 0.7, 1)
  const marks = points.map(({ x, y }) => {
    const [top, bottom] = [Math.min(yOf(y), yOf(Math.max(low, 0))), Math.max(yOf(y), yOf(Math.max(low, 0)))]
    return { x: xOf(x), y: yOf(y), top, width, height: Math.max(bottom - top, 1) }
  })
  const guides = [low, low + spread / 2, high].map((value) => ({ y: yOf(value), text: number(value) }))
  const every = Math.ceil(points.length / maxLabels)
  const labels =
    kind === 'scatter'
      ? [first, (first + last) / 2, last].map((x) => ({ x: xOf(x), text: number(x) }))
      : points.flatMap(({ x, label }, index) =>
          index % every === 0 ? [{ x: xOf(x), text: cut(label) }] : [],
        )
  return {
    marks,
    guides: guides.filter(({ y }, index) => guides.findIndex((one) => one.y === y) === index),
    labels,
  }
}

const cut = (text: string): string =>
  [...text].length > maxLabelCharacters ? `${[...text].slice(0, maxLabelCharacters - 1).join('')}…` : text
