import type { Room } from '@atrium/contract'

/** The rooms whose name holds every word of a text, whatever the accents and case; all of them for no text. */
export function findRooms<Named extends Pick<Room, 'name'>>(rooms: readonly Named[], text: string): Named[] {
  const words = folded(text).split(/\s+/).filter(Boolean)
  return rooms.filter(({ name }) => {
    const searched = folded(name)
    return words.every((word) => searched.includes(word))
  })
}

const folded = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
