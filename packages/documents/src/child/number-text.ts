const dayMs = 86_400_000
/** The last day of a sheet: 9999-12-31. */
const lastDay = 2_958_466
const days1904 = 1_462

/**
 * Formats a number as people read it: a date as 2026-11-22, a time as 14:30, a share as 12.5%, others without floating-point
 * residue (0.30000000000000004). `format` is a number format code (ECMA-376-1, 18.8.31).
 */
export function numberText(value: number, format: string, is1904: boolean): string {
  const bare = format.replace(/"[^"]*"|\\.|[_*]./g, '')
  const elapsed = /\[(h+|m+|s+)\]/i.test(bare)
  const letters = bare.replace(/\[[^\]]*\]/g, '')
  if (elapsed) return elapsedText(value)
  const days = value + (is1904 ? days1904 : 0)
  if (/[dmyhs]/i.test(letters) && !/general/i.test(letters) && days >= 0 && days < lastDay)
    return dateText(days, { hasDay: /[dy]|^m+$/i.test(letters), hasTime: /[hs]/i.test(letters) })
  const isPercent = letters.includes('%')
  return plain(isPercent ? value * 100 : value) + (isPercent ? '%' : '')
}

const plain = (value: number): string => String(Number(value.toPrecision(15)))

function elapsedText(days: number): string {
  const minutes = Math.round(Math.abs(days) * 24 * 60)
  return `${days < 0 ? '-' : ''}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** Spreadsheets count 1900 as a leap year: before its March, days are one less. */
function dateText(days: number, { hasDay, hasTime }: { hasDay: boolean; hasTime: boolean }): string {
  const atMs = Date.UTC(1899, 11, days < 60 ? 31 : 30) + Math.round((days * dayMs) / 1000) * 1000
  const [day = '', time = ''] = new Date(atMs).toISOString().slice(0, 19).split('T')
  const clock = time.endsWith(':00') ? time.slice(0, 5) : time
  if (!hasTime) return day
  return hasDay ? `${day} ${clock}` : clock
}
