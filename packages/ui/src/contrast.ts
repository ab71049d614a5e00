/** Relative luminance of an `#rrggbb` color, WCAG 2.2. */
function luminance(colour: string): number {
  const channel = (from: number): number => {
    const share = Number.parseInt(colour.slice(from, from + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/** Contrast ratio of two `#rrggbb` colors, 1 to 21, WCAG 2.2. */
export function contrast(first: string, second: string): number {
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}
