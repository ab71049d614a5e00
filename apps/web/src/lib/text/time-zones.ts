import { nameOfZone } from './browser-zone.ts'

/** Every time zone that the browser knows, and always the chosen one, by name. */
export function zonesWith(chosen: string): { value: string; label: string }[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone').map(nameOfZone), chosen])
  return [...names].toSorted().map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
