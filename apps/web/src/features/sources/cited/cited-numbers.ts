/** The numbers that a text names in `[1]`, `[1][2]` and `[1, 2]`. */
export const citedNumbers = (text: string): Set<number> =>
  new Set(
    Array.from(text.matchAll(/\[(\d{1,3}(?:\s?[,،、，]\s?\d{1,3})*)\]/gu), ([, numbers = '']) =>
      Array.from(numbers.matchAll(/\d+/gu), ([digits]) => Number(digits)),
    ).flat(),
  )
