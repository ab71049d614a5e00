/** A word's probability in a text, and its weight there. */
export type Chance = { probability: number; weight: number }

const maxTilt = 5
const steps = 30

/**
 * Returns how improbable it is, in nats, that independent words of these probabilities together weigh at least `sum` in a text:
 * Chernoff bound (1952), `max over t of t·sum − Σ log(1 − p + p·e^(t·w))`. 0 for an expected sum.
 */
export function improbabilityOf(words: readonly Chance[], sum: number): number {
  const expected = words.reduce((all, { probability, weight }) => all + probability * weight, 0)
  if (sum <= expected) return 0
  let [from, to] = [0, maxTilt]
  // The slope falls as the tilt grows: bisection finds where it is 0.
  for (let step = 0; step < steps; step += 1) {
    const tilt = (from + to) / 2
    const mean = words.reduce((all, { probability, weight }) => {
      const tilted = probability * Math.exp(tilt * weight)
      return all + (weight * tilted) / (1 - probability + tilted)
    }, 0)
    if (mean > sum) to = tilt
    else from = tilt
  }
  const tilt = (from + to) / 2
  return words.reduce(
    (all, { probability, weight }) => all - Math.log(1 - probability + probability * Math.exp(tilt * weight)),
    tilt * sum,
  )
}
