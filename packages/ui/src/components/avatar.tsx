import { Avatar as MantineAvatar } from '@mantine/core'
import { initials } from '../text.ts'

type AvatarProps = {
  name: string
  /** Same-origin or blob address; without one, or when it fails, initials show. */
  imageUrl?: string | null | undefined
  /** Edge in pixels. */
  size?: number
  shape?: 'round' | 'square'
  /** Set if the name is shown beside it, so that it is not read twice. */
  decorative?: boolean
}

/** Background and text; each pair reaches 4.5:1. The dark scheme swaps them, so that no avatar is too bright. */
const tints = [
  ['#d8eae4', '#154f43'],
  ['#e9dff0', '#54337a'],
  ['#f6e0d3', '#7c3a12'],
  ['#dbe6f5', '#1f4a80'],
  ['#f3e3bd', '#64470a'],
  ['#f3dbe3', '#7d2748'],
  ['#dfe8cf', '#3c5319'],
  ['#e6e2da', '#4a453c'],
] as const

/** The tint that belongs to a name: always the same one. */
export function tintOf(name: string): readonly [ground: string, letter: string] {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return tints[hash % tints.length] ?? tints[0]
}

/** A picture or initials. */
export function Avatar({ name, imageUrl, size = 32, shape = 'round', decorative }: AvatarProps) {
  const [ground, letter] = tintOf(name)
  return (
    <MantineAvatar
      src={imageUrl ?? null}
      alt={decorative ? '' : name}
      size={size}
      radius={shape === 'round' ? '50%' : Math.round(size * 0.28)}
      {...(decorative ? { 'aria-hidden': true } : {})}
      styles={{
        placeholder: {
          background: `light-dark(${ground}, ${letter})`,
          color: `light-dark(${letter}, ${ground})`,
          fontSize: size * 0.4,
          fontWeight: 600,
          border: 0,
        },
      }}
    >
      {initials(name)}
    </MantineAvatar>
  )
}
