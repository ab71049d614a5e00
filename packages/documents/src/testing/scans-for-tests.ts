import { inflateSync } from 'node:zlib'

/** The content of a scanned test page: a full-page picture of this format, lines of text, or both. */
export type ScannedPage = { picture?: { dictionary: string; data: Buffer }; line?: string; turned?: number }

/** A PDF with pages of 200 by 200 points. */
export function scanOf(pages: readonly ScannedPage[]): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const ids = pages.map(({ picture, line = '', turned = 0 }) => {
    const at = objects.length + 1
    const drawn = `${picture ? 'q 200 0 0 200 0 0 cm /I Do Q ' : ''}BT /F 10 Tf 9 100 Td (${line}) Tj ET`
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Rotate ${turned} /Contents ${at + 1} 0 R /Resources << /Font << /F 3 0 R >> /XObject << /I ${at + 2} 0 R >> >> >>`,
      stream('', Buffer.from(drawn)),
      picture ? stream(`/Type /XObject /Subtype /Image ${picture.dictionary}`, picture.data) : 'null',
    )
    return at
  })
  objects[1] = `<< /Type /Pages /Count ${pages.length} /Kids [${ids.map((id) => `${id} 0 R`).join(' ')}] >>`
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`)
  let at = '%PDF-1.7\n'.length
  const places = body.map((object) => {
    at += object.length
    return `${String(at - object.length).padStart(10, '0')} 00000 n `
  })
  const table = `xref\n0 ${body.length + 1}\n0000000000 65535 f \n${places.join('\n')}\n`
  const end = `trailer << /Size ${body.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF`
  return Buffer.from(`%PDF-1.7\n${body.join('')}${table}${end}`, 'latin1')
}

const stream = (dictionary: string, data: Buffer): string =>
  `<< ${dictionary} /Length ${data.length} >>\nstream\n${data.toString('latin1')}\nendstream`

/** One pixel of this shade, 0 to 255. */
export const plain = (shade = 0) => ({
  dictionary: '/Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
  data: Buffer.from([shade]),
})

const size = '/Width 64 /Height 64'
const fax = Buffer.from('JqB4b/////yDUN///////////////////////8AEAEA=', 'base64')

/** The same picture in every encoding: 64 by 64 pixels, black in its left half and in its uppermost quarter, else white. */
export const packings: Record<string, NonNullable<ScannedPage['picture']>> = {
  points: {
    dictionary: `${size} /BitsPerComponent 8 /ColorSpace /DeviceRGB`,
    data: Buffer.from(
      Array.from({ length: 64 * 64 }, (_, at) =>
        Array<number>(3).fill(at % 64 < 32 || at < 64 * 16 ? 0 : 255),
      ).flat(),
    ),
  },
  jpeg: {
    dictionary: `${size} /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /DCTDecode`,
    data: Buffer.from(
      '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/wAALCABAAEABAREA/8QAFgABAQEAAAAAAAAAAAAAAAAAAAoJ/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQAAPwDKoAAAAAAVUAJVwFVACVcBVQAlXAVUAJVwFVACVcBVQA//2Q==',
      'base64',
    ),
  },
  fax: {
    dictionary: `${size} /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 64 /Rows 64 >>`,
    data: fax,
  },
  stencil: {
    dictionary: `${size} /ImageMask true /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 64 /Rows 64 >>`,
    data: fax,
  },
  jbig2: {
    dictionary: `${size} /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode`,
    // The page, and one region in the code of a fax (ITU-T T.88, 7.2 and 7.4).
    data: Buffer.concat([
      Buffer.from('0000000030000100000013' + '0000004000000040' + '0000000000000000' + '000000', 'hex'),
      Buffer.from(
        `00000001260001${(18 + fax.length).toString(16).padStart(8, '0')}` +
          '0000004000000040' +
          '0000000000000000' +
          '0001',
        'hex',
      ),
      fax,
    ]),
  },
  'jpeg 2000': {
    dictionary: `${size} /Filter /JPXDecode`,
    data: Buffer.from(
      'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAQAAAAEAAAQcHAAAAAAAPY29scgEAAAAAABEAAAFoanAyY/9P/1EAKQAAAAAAQAAAAEAAAAAAAAAAAAAAAEAAAABAAAAAAAAAAAAAAQcBAf9SAAwAAAABAAUEBAAB/1wAE0BASEhQSEhQSEhQSEhQSEhQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAA5wAB/5PfgDAL4XInon/H2g0HzhYHzhAL/wQ82K8NHFiBfwWl0QvH2hcfaEwfUDgV1nxURERN26fffxyJ6B887xBQHxgjZUU8BN/PwEJ+AbD7QgAk5PsqCs2qsFHGICzfIfVIKnQHYPDvCjmYQV9r+CDyA2X4P1SPz8BqfgKQ+0JAglz/cXh15+RDQrdvzP4N4qgiAPst1+k2TbBDg53BfKpt1xmrQ8BBHjJKTpTUMTiwNpHPrhP0P8faGx9oZD7QQL5OMUaPAJ9wxPGx73+dlqpM9ycypFyi6D2coQqf/9k=',
      'base64',
    ),
  },
}

/** The shade at a position of a gray PNG as this product writes it; both coordinates are fractions of its size. */
export function shadeAt(png: Buffer, across: number, down: number): number {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const points = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)))
  return points[Math.floor(down * height) * (width + 1) + 1 + Math.floor(across * width)] ?? Number.NaN
}
