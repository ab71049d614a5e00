import type { PassagePlace, Source } from '@atrium/contract'
import type { Translate } from '../../lib/translate.ts'
import { isReadable } from './opened-source.ts'

/** The position of a passage in words: 'page 3', 'sheet Costs, row 12'; empty if its file has no such parts. */
export function placeText(
  { page, slide, sheet, row, headings }: PassagePlace,
  t: Translate<'sources'>,
): string {
  const parts = [
    page !== undefined && t('place.page', { page }),
    slide !== undefined && t('place.slide', { slide }),
    sheet !== undefined && sheet !== '' && t('place.sheet', { sheet }),
    row !== undefined && t('place.row', { row }),
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(t('place.comma')) : (headings?.at(-1) ?? '')
}

/** The label of a source: 'Source 1: report.pdf, page 3'. */
export function sourceName(source: Source, t: Translate<'sources'>): string {
  const { number, fileName } = source
  if (!isReadable(source)) return t('name.hidden', { number })
  const place = placeText(source.place, t)
  return place === ''
    ? t('name', { number, file: fileName })
    : t('name.at', { number, file: fileName, place })
}
