import type { Room } from '@atrium/contract'

/** The rooms whose name contains every word of a text, ignoring accents and case; all rooms for an empty text. */
export function findRooms<Named extends Pick<Room, 'name'>>(rooms: readonly Named[], text: string): Named[] {
  const words = folded(text).split(/\s+/).filter(Boolean)
  return rooms.filter(({ name }) => {
    const searched = folded(name)
    return words.every((word) => searched.includes(word))
  })
}

const folded = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
