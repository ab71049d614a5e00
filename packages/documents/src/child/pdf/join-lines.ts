const hyphen = /(\p{L}+)[-‐]$/u
const wideLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}　-〿＀-￯]/u

/**
 * Joins the lines of a paragraph: reunites words hyphenated at a line's end, unless the page also has them with the hyphen
 * (`words`); Chinese and Japanese join without a space. Table rows keep their lines.
 */
export function joinLines(
  lines: readonly string[],
  { keepsLines, words }: { keepsLines: boolean; words: string },
): string {
  let text = ''
  for (const line of lines) {
    if (text === '') text = line
    else if (text.endsWith('\u00ad')) text = text.slice(0, -1) + line
    else if (keepsLines) text += `\n${line}`
    else if (hyphen.test(text) && /^\p{Ll}/u.test(line)) text = unparted(text, line, words)
    else text += wideLetter.test(text.at(-1) ?? '') && wideLetter.test(line[0] ?? '') ? line : ` ${line}`
  }
  return text.replaceAll('\u00ad', '')
}

function unparted(text: string, line: string, words: string): string {
  const first = hyphen.exec(text)?.[1] ?? ''
  const second = /^\p{L}+/u.exec(line)?.[0] ?? ''
  return words.includes(`${first}-${second}`) ? text + line : text.slice(0, -1) + line
}
