/** What browsers still list under the name it once had, by the name it has now: people look for the latter. */
const renamed: Readonly<Record<string, string>> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
}

const nameOf = (zone: string) => renamed[zone] ?? zone

/** The time zone of this browser. */
export const browserZone = nameOf(Intl.DateTimeFormat().resolvedOptions().timeZone)

/** Every time zone that the browser knows, and the chosen one in any case, in the order of their names. */
export function zonesWith(chosen: string): { value: string; label: string }[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone').map(nameOf), chosen])
  return [...names].toSorted().map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
