import unhomoglyph from 'unhomoglyph'

/**
 * Returns the skeleton of a name's appearance: names with the same skeleton are confusable (Unicode Technical Standard 39,
 * section 4). Ignores case, spacing, and the difference between i, l and 1.
 */
export const skeletonOf = (name: string): string =>
  unhomoglyph(unhomoglyph(name.normalize('NFKC')).normalize('NFKC').toLowerCase())
    .toLowerCase()
    .replaceAll(/[i1|ıl]/g, 'l')
    .replaceAll(/[\s\p{Default_Ignorable_Code_Point}]+/gu, '')

/** Whether a name can be taken for another one that is written differently. */
export const isLookAlike = (name: string, other: string): boolean =>
  skeletonOf(name) === skeletonOf(other) && asTyped(name) !== asTyped(other)

const asTyped = (name: string) => name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
