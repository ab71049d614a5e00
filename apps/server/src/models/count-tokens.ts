/** placeholder until calibrated */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4)
}
