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

/** The name that a time zone has now. */
export const nameOfZone = (zone: string) => renamed[zone] ?? zone

/** The time zone of this browser. */
export const browserZone = nameOfZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
