/** A PDF (ISO 32000-2, 7.5) with a page of letter size for each list of lines, in Helvetica of 10 points. */
export function pdfOf(pages: readonly (readonly string[])[]): Buffer {
  const ids = pages.map((_, index) => ({ page: 4 + index * 2, content: 5 + index * 2 }))
  const objects = new Map<number, string>([
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [
      2,
      `<< /Type /Pages /Count ${pages.length} /Kids [${ids.map(({ page }) => `${page} 0 R`).join(' ')}] >>`,
    ],
    [3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
  ])
  for (const [index, lines] of pages.entries()) {
    const { page, content } = ids[index] ?? { page: 0, content: 0 }
    const shown = `BT /F1 10 Tf 12 TL 72 720 Td ${lines.map((line) => `(${line}) Tj T*`).join('\n')} ET`
    objects.set(
      page,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${content} 0 R >>`,
    )
    objects.set(content, `<< /Length ${shown.length} >>\nstream\n${shown}\nendstream`)
  }
  return withTable(objects)
}

/** Numbered pages of running text, each with a number of lines. */
export const longPdf = (pages: number, lines: number): Buffer =>
  pdfOf(
    Array.from({ length: pages }, (_, page) =>
      Array.from(
        { length: lines },
        (_line, line) =>
          `Page ${page + 1}, line ${line + 1}: what is agreed here holds for both parties alike.`,
      ),
    ),
  )

function withTable(objects: Map<number, string>): Buffer {
  const chunks = ['%PDF-1.7\n']
  let size = chunks[0]?.length ?? 0
  const rows = ['0000000000 65535 f ']
  for (const [id, content] of [...objects].sort(([a], [b]) => a - b)) {
    const object = `${id} 0 obj\n${content}\nendobj\n`
    rows.push(`${String(size).padStart(10, '0')} 00000 n `)
    chunks.push(object)
    size += object.length
  }
  const count = objects.size + 1
  chunks.push(`xref\n0 ${count}\n${rows.join('\n')}\n`)
  chunks.push(`trailer << /Size ${count} /Root 1 0 R >>\nstartxref\n${size}\n%%EOF`)
  return Buffer.from(chunks.join(''), 'latin1')
}

/** A PDF of one page with this content, whose font F1 has object 6, `toUnicode`, as its map; `catalog` is added to the catalog. */
export const pdfWith = (
  content: string,
  { toUnicode, catalog = '' }: { toUnicode: string; catalog?: string },
): Buffer =>
  withTable(
    new Map([
      [1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`],
      [2, '<< /Type /Pages /Count 1 /Kids [4 0 R] >>'],
      [3, `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica ${catalog ? '' : '/ToUnicode 6 0 R'} >>`],
      [
        4,
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
      ],
      [5, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`],
      [6, `<< /Length ${toUnicode.length} >>\nstream\n${toUnicode}\nendstream`],
    ]),
  )
