import type { JpegFacts } from './jpeg-facts.ts'

const colorSpaces: Readonly<Record<number, string>> = { 1: '/DeviceGray', 4: '/DeviceCMYK' }

/** Returns a one-page PDF filled by a JPEG, for drawing it like a scanned page. */
export function pageOfJpeg(
  jpeg: Buffer,
  { width, height, components, turned, isMirrored, hasAdobeColors }: JpegFacts,
): Uint8Array<ArrayBuffer> {
  const colors = colorSpaces[components] ?? '/DeviceRGB'
  // Adobe stores CMYK inverted.
  const decode = components === 4 && hasAdobeColors ? '/Decode [1 0 1 0 1 0 1 0]' : ''
  const image = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace ${colors} ${decode} /Filter /DCTDecode`
  const matrix = isMirrored ? [-width, 0, 0, height, width, 0] : [width, 0, 0, height, 0, 0]
  const drawn = Buffer.from(`q ${matrix.join(' ')} cm /I Do Q`)
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Count 1 /Kids [3 0 R] >>'),
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${turned} /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>`,
    ),
    streamOf('', drawn),
    streamOf(image, jpeg),
  ]
  const parts = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let at = parts[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    offsets.push(at)
    at += part.length
    parts.push(part)
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF`,
    ),
  )
  return new Uint8Array(Buffer.concat(parts))
}

const streamOf = (dictionary: string, data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ])
