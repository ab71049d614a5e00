import { saveAs } from '../../../lib/save-as.ts'
import { size } from './lay-out.ts'

/** Pictures are for slides and mails: dark on white, whatever the interface's colors are. */
const colors = { page: '#ffffff', ink: '#262420' }
const scale = 2

/** Saves a drawn chart as an SVG file. */
export function saveAsSvg(drawing: SVGSVGElement, name: string): void {
  saveAs(new Blob([textOf(drawing)], { type: 'image/svg+xml' }), `${name}.svg`)
}

/** Saves a drawn chart as a PNG file. Throws when the browser can't draw. */
export async function saveAsPng(drawing: SVGSVGElement, name: string): Promise<void> {
  const picture = new Image()
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(textOf(drawing))}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = size.width * scale
  canvas.height = size.height * scale
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw the chart.')
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!file) throw new Error('This browser cannot save the chart.')
  saveAs(file, `${name}.png`)
}

function textOf(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  copy.removeAttribute('aria-hidden')
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    width: String(size.width),
    height: String(size.height),
    color: colors.ink,
    'font-family': 'sans-serif',
  }
  for (const [name, value] of Object.entries(attributes)) copy.setAttribute(name, value)
  const page = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  for (const [name, value] of Object.entries({ width: '100%', height: '100%', fill: colors.page }))
    page.setAttribute(name, value)
  copy.prepend(page)
  return new XMLSerializer().serializeToString(copy)
}
