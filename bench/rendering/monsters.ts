/** Texts designed to freeze a renderer. */
export const monsters: Record<string, string> = {
  'a line of 10 MB': 'word '.repeat(2_000_000),
  'a table of 100,000 rows': `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(100_000)}`,
  'quotes 50,000 deep': `${'>'.repeat(50_000)} x`,
  'brackets 50,000 deep': `${'['.repeat(50_000)}x${']'.repeat(50_000)}`,
  'emphasis 20,000 deep': '*a **b '.repeat(10_000),
  'lists 300 deep': Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n'),
  '100,000 lines of code': `\`\`\`js\n${'let a = 1\n'.repeat(100_000)}`,
}
