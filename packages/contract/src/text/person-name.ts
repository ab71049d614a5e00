/** A person's names as entered. */
type Names = { firstName?: string | null | undefined; lastName?: string | null | undefined }

/**
 * Returns the full name in its cultural order: Chinese has the family name first and no space (陈伟), Vietnamese the family name
 * first (Nguyễn An), everything else the given name.
 */
export function fullName(names: Names): string {
  const { first, last } = trimmed(names)
  if (isHan(first) && isHan(last)) return `${last}${first}`
  return (isVietnamese(first, last) ? `${last} ${first}` : `${first} ${last}`).trim()
}

/** Returns the name shown to people who don't know them yet: 'Ada Lovelace' → 'Ada L.'; names with the family first in full. */
export function shortName(names: Names): string {
  const { first, last } = trimmed(names)
  if (first === '' || last === '') return first || last
  if ((isHan(first) && isHan(last)) || isVietnamese(first, last)) return fullName(names)
  return `${first} ${firstLetter(last)}.`
}

const trimmed = ({ firstName, lastName }: Names) => ({
  first: firstName?.trim() ?? '',
  last: lastName?.trim() ?? '',
})

const isHan = (name: string): boolean => /^\p{Script=Han}+$/u.test(name)

/** Letters used only in Vietnamese: đ, the horned ơ and ư, and vowels with a hook, or a tone over another mark. */
const vietnameseLetters = /[ơưảẻỉỏủỷạẹịọụỵấầẩẫậắằẳẵặếềểễệốồổỗộớờởỡợứừửữự]/u

/** The family names of nine in ten Vietnamese, for names without distinctive letters. */
const familyNames = new Set(
  'nguyễn trần lê phạm hoàng huỳnh phan vũ võ đặng bùi đỗ hồ ngô dương lý đào đoàn vương trịnh trương đinh lâm phùng mai tô hà tạ'.split(
    ' ',
  ),
)

/** Checks both parts: the family name with its diacritics, or distinctive letters in either. */
function isVietnamese(first: string, last: string): boolean {
  if (first === '' || last === '') return false
  const [given, family] = [first, last].map((name) => name.normalize('NFC').toLowerCase()) as [string, string]
  const hasMarks = (name: string) =>
    name !== name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('đ', 'd')
  const isFamily = familyNames.has(family.split(/\s+/u)[0] ?? '')
  return vietnameseLetters.test(family) || (isFamily && (hasMarks(family) || vietnameseLetters.test(given)))
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

const firstLetter = (word: string): string =>
  ([...segmenter.segment(word)][0]?.segment ?? '').toLocaleUpperCase()
