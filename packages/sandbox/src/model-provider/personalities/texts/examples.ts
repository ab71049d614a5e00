/** Code that the writer shows, the same in all languages. */
export const codeExamples = {
  typescript: `type Note = { theme: string; text: string }

export function groupByTheme(notes: Note[]): Map<string, Note[]> {
  const groups = new Map<string, Note[]>()
  for (const note of notes) {
    groups.set(note.theme, [...(groups.get(note.theme) ?? []), note])
  }
  return groups
}`,
  python: `from statistics import fmean


def moving_average(values: list[float], window: int = 7) -> list[float]:
    """The mean of the last \`window\` values at every place."""
    return [
        fmean(values[max(0, end - window):end])
        for end in range(1, len(values) + 1)
    ]


print(moving_average([3, 4, 8, 6, 5], window=3))`,
  sql: `select theme,
       count(*)                as notes,
       max(written_at)::date   as latest
  from notes
 where written_at >= now() - interval '30 days'
 group by theme
having count(*) > 2
 order by notes desc;`,
  bash: `# The ten words that come up most in a folder of notes.
cat notes/*.md \\
  | tr '[:upper:]' '[:lower:]' \\
  | grep -oE '[[:alpha:]]{4,}' \\
  | sort | uniq -c | sort -rn | head -10`,
  rust: `fn median(values: &mut [f64]) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    Some(match values.len() % 2 {
        0 => (values[middle - 1] + values[middle]) / 2.0,
        _ => values[middle],
    })
}`,
  json: `{
  "review": { "every": "2 weeks", "with": ["Lan", "Amir", "Chloé"] },
  "goals": [
    { "name": "first trial", "done": true },
    { "name": "decision", "done": false }
  ]
}`,
} as const

export type CodeExample = keyof typeof codeExamples

/** Formulas that the writer shows, in LaTeX. */
export const formulas = {
  average: String.raw`\bar{x} = \frac{1}{n} \sum_{i=1}^{n} x_i, \qquad s^2 = \frac{1}{n-1} \sum_{i=1}^{n} \left(x_i - \bar{x}\right)^2`,
  evidence: String.raw`P(A \mid B) = \frac{P(B \mid A)\, P(A)}{P(B \mid A)\, P(A) + P(B \mid \neg A)\, P(\neg A)}`,
  growth: String.raw`V(t) = V_0 \left(1 + \frac{r}{n}\right)^{nt} \;\xrightarrow{\;n \to \infty\;}\; V_0\, e^{rt}`,
  distance: String.raw`d(p, q) = \sqrt{\sum_{k=1}^{m} w_k \,(p_k - q_k)^2}, \qquad \sum_{k=1}^{m} w_k = 1`,
} as const

export type Formula = keyof typeof formulas
