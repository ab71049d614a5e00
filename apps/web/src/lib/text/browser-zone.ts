/** The current name of each zone that browsers still list under a former one: people search for the current name. */
const renamed: Readonly<Record<string, string>> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** The current name of a time zone. */
export const nameOfZone = (zone: string) => renamed[zone] ?? zone

/** The time zone of this browser. */
export const browserZone = nameOfZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
