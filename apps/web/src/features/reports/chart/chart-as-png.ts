import type { Bar } from './bars.ts'

const size = { width: 1600, margin: 56, title: 84, row: 44 }
/** Pictures are for slides and mails: light, whatever the interface's colors are. */
const colors = { page: '#ffffff', text: '#262420', quiet: '#615c53', bar: '#1d6454', line: '#e5e1d9' }

/** Draws horizontal bars for a few names, columns for days. Resolves to a PNG file; throws when the browser cannot draw. */
export async function chartAsPng({
  bars,
  isByDate,
  isRtl,
  title,
  credits,
}: {
  bars: readonly Bar[]
  isByDate: boolean
  isRtl: boolean
  title: string
  /** A number of credits as text. */ credits: (amount: number) => string
}): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = isByDate ? 640 : size.title + bars.length * size.row + size.margin
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw the chart.')
  context.direction = isRtl ? 'rtl' : 'ltr'
  const font = getComputedStyle(document.body).fontFamily
  const top = Math.max(...bars.map((bar) => bar.credits), Number.MIN_VALUE)
  const start = (x: number) => (isRtl ? size.width - x : x)
  const fill = (color: string, x: number, y: number, width: number, height: number) => {
    context.fillStyle = color
    context.fillRect(isRtl ? size.width - x - width : x, y, width, height)
  }
  const write = (
    text: string,
    x: number,
    y: number,
    color: string,
    align: CanvasTextAlign,
    maxWidth?: number,
  ) => {
    context.fillStyle = color
    context.textAlign = align
    context.fillText(text, start(x), y, maxWidth)
  }
  fill(colors.page, 0, 0, canvas.width, canvas.height)
  context.font = `600 30px ${font}`
  write(title, size.margin, 52, colors.text, 'start')
  context.font = `20px ${font}`
  if (isByDate) {
    const [left, right, base, ceiling] = [150, size.width - size.margin, canvas.height - 70, 110]
    const step = (right - left) / Math.max(bars.length, 1)
    for (const value of [0, top / 2, top]) {
      const y = base - (value / top) * (base - ceiling)
      fill(colors.line, left, y, right - left, 1)
      write(credits(value), left - 14, y + 7, colors.quiet, 'end')
    }
    const every = Math.max(1, Math.ceil(bars.length / 8))
    for (const [index, bar] of bars.entries()) {
      const tall = (bar.credits / top) * (base - ceiling)
      fill(colors.bar, left + (index + 0.14) * step, base - tall, Math.max(step * 0.72, 1), tall)
      if (index % every === 0)
        write(bar.shortName, left + (index + 0.5) * step, base + 36, colors.quiet, 'center')
    }
  } else
    for (const [index, bar] of bars.entries()) {
      const y = size.title + index * size.row
      write(bar.name, size.margin, y + 24, colors.text, 'start', 400)
      fill(colors.bar, 480, y + 4, Math.max((bar.credits / top) * 860, 2), 28)
      write(credits(bar.credits), size.width - size.margin, y + 24, colors.text, 'end')
    }
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The chart is empty.'))), 'image/png')
  })
}
