import type { Archive } from '../archive.ts'
import { lookThrough } from '../xml.ts'

type Style = { level?: number; basedOn?: string }

const deepestLevel = 9

/**
 * Returns the heading styles by id with their level, from 1: by their outline level, their name (the same in every language of
 * the program), or their base style.
 */
export async function headingStyles(
  archive: Archive,
  part: string | undefined,
): Promise<Map<string, number>> {
  const styles = new Map<string, Style>()
  if (part === undefined) return new Map()
  let style: Style = {}
  await lookThrough(archive.read(part), {
    open(name, { styleId, type, val }) {
      if (name === 'style') {
        style = {}
        if (styleId !== undefined && type === 'paragraph') styles.set(styleId, style)
      } else if (name === 'name') setLevel(style, levelOfName(val ?? ''))
      else if (name === 'outlineLvl') setLevel(style, Number(val) + 1)
      else if (name === 'basedOn' && val !== undefined) style.basedOn = val
    },
  })
  const levels = new Map<string, number>()
  for (const id of styles.keys()) {
    const level = levelOf(styles, id)
    if (level !== undefined) levels.set(id, level)
  }
  return levels
}

function setLevel(style: Style, level: number | undefined): void {
  if (level !== undefined && level >= 1 && level <= deepestLevel) style.level ??= level
}

function levelOfName(name: string): number | undefined {
  const heading = /^heading (\d)$/i.exec(name)
  if (heading) return Number(heading[1])
  return /^title$/i.test(name) ? 1 : undefined
}

/** Base styles may form a cycle. */
function levelOf(styles: Map<string, Style>, id: string): number | undefined {
  const seen = new Set<string>()
  let at: string | undefined = id
  while (at !== undefined && !seen.has(at)) {
    seen.add(at)
    const style = styles.get(at)
    if (style?.level !== undefined) return style.level
    at = style?.basedOn
  }
  return undefined
}
