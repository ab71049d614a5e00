import type { getDocumentProxy } from 'unpdf'
import { getResolvedPDFJS } from 'unpdf'

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

/** Whether a page shows a picture; an unreadable one counts as such. */
export async function hasPicture(page: Page | null): Promise<boolean> {
  if (!page) return false
  try {
    const { OPS } = await getResolvedPDFJS()
    const pictures = new Set<number>([
      OPS.paintImageXObject,
      OPS.paintInlineImageXObject,
      OPS.paintInlineImageXObjectGroup,
      OPS.paintImageXObjectRepeat,
      OPS.paintImageMaskXObject,
      OPS.paintImageMaskXObjectGroup,
      OPS.paintImageMaskXObjectRepeat,
    ])
    const { fnArray } = await page.getOperatorList()
    return fnArray.some((operator) => pictures.has(operator))
  } catch {
    return true
  }
}
