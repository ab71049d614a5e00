const words =
  'the tide rises where the moon is near and falls again as the coast turns away while a narrow bay gathers water that a wide shore would spread and forget so every harbour keeps a table of its own'.split(
    ' ',
  )

/** Words that read like prose, always the same ones. */
function prose(count: number, seed: number): string {
  return Array.from({ length: count }, (_, index) => {
    const word = words[(index * 7 + seed * 13) % words.length] ?? 'tide'
    if (index % 23 === 5) return `**${word}**`
    if (index % 31 === 9) return `[${word}](https://example.org/${index})`
    return index % 17 === 16 ? `${word}.` : word
  }).join(' ')
}

function section(number: number): string {
  return `## Part ${number}: ${prose(4, number)}

${prose(90, number)}

${prose(60, number + 3)} with $a_{${number}} = \\frac{2GMr}{d^3}$ and $\\sum_{i=0}^{n} x_i^2$.

$$
\\int_0^{${number}} \\frac{\\partial f}{\\partial x}\\,dx = \\sqrt{1 + \\left(\\frac{a}{b}\\right)^2}
$$

1. ${prose(12, number)}
2. ${prose(14, number + 1)}
   - ${prose(6, number)}
   - \`code\` ${prose(5, number)}

| Place | Range | Kind | Notes |
|:--|--:|:-:|---|
${Array.from({ length: 8 }, (_, row) => `| ${prose(2, row)} | ${row * 1.7} | $x_${row}$ | ${prose(5, row)} |`).join('\n')}

\`\`\`${number % 2 ? 'ts' : 'python'}
${Array.from({ length: 12 }, (_, line) => (number % 2 ? `const value${line}: number = compute(${line}, "text") // ${prose(4, line)}` : `value_${line} = compute(${line}, "text")  # ${prose(4, line)}`)).join('\n')}
\`\`\`

> ${prose(25, number)}
`
}

/** An answer of about 3,000 words with everything that costs time. */
export const longAnswer = Array.from({ length: 6 }, (_, index) => section(index + 1)).join('\n')
