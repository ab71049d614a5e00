import { markdownOf } from '@atrium/canvas'
import { withoutSuggestions } from '@atrium/canvas/suggestions/index.ts'
import { type Editor, getHTMLFromFragment } from '@tiptap/core'
import { loadMathEngine } from '../../conversation/index.ts'
import type { Doc } from 'yjs'
import type { Pictures } from '../pictures/use-pictures.ts'
import { picturesForWord, withPictures } from '../pictures/export-pictures.ts'
import { saveAs } from '../../../lib/save-as.ts'

/** A file name that every system takes. */
const fileName = (title: string, ending: string): string =>
  `${
    title
      .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, ' ')
      .replace(/^[. ]+/, '')
      .trim()
      .slice(0, 80) || 'canvas'
  }.${ending}`

export function exportMarkdown(title: string, doc: Doc): void {
  saveAs(new Blob([`${markdownOf(doc)}\n`], { type: 'text/markdown;charset=utf-8' }), fileName(title, 'md'))
}

/** Saves a Word document with its pictures; its writer loads on demand. */
export async function exportDocx(title: string, doc: Doc, load: Pictures['load']): Promise<void> {
  const { markdownAsDocx } = await import('../../transfer/index.ts')
  const markdown = markdownOf(doc)
  const pictures = await picturesForWord(markdown, load)
  saveAs(await markdownAsDocx(title, markdown, pictures), fileName(title, 'docx'))
}

export async function exportHtml(title: string, editor: Editor, load: Pictures['load']): Promise<void> {
  const content = await withPictures(await withMathMl(writtenHtml(editor)), load)
  saveAs(new Blob([htmlPage(title, content)], { type: 'text/html;charset=utf-8' }), fileName(title, 'html'))
}

/** Replaces the sources of formulas by MathML, which needs no style sheet; an invalid one keeps its source. */
async function withMathMl(html: string): Promise<string> {
  // The content of a template element runs and loads nothing.
  const template = document.createElement('template')
  template.innerHTML = html
  const formulas = template.content.querySelectorAll<HTMLElement>('[data-formula]')
  if (formulas.length === 0) return html
  const { drawFormula } = await loadMathEngine()
  for (const element of formulas) {
    const { formula = '', display } = element.dataset
    const isDrawn = drawFormula(element, formula, display !== undefined, { output: 'mathml' })
    const math = isDrawn ? element.querySelector('math') : null
    if (math) element.replaceWith(math)
  }
  return template.innerHTML
}

/** The document as HTML, without suggestions that nobody has accepted yet. */
function writtenHtml(editor: Editor): string {
  const { schema } = editor
  const written = withoutSuggestions(editor.getJSON())
  return written === null ? '' : getHTMLFromFragment(schema.nodeFromJSON(written).content, schema)
}

const escaped = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`)

/**
 * A page of its own with the document. The editor writes only what its schema knows; the page's policy also keeps anything from being
 * run or loaded.
 */
const htmlPage = (title: string, content: string): string => `<!doctype html>
<html dir="auto">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>
img { max-width: 100%; height: auto; }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif; }
table { border-collapse: collapse; } td, th { border: 1px solid #999; padding: 0.25rem 0.5rem; text-align: start; }
pre { overflow-x: auto; padding: 0.75rem; background: #f4f4f4; } blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid #ccc; }
ul[data-type="taskList"] { list-style: none; padding: 0; } ul[data-type="taskList"] li { display: flex; gap: 0.5rem; }
:is(ul, ol, li, blockquote, table, tr, td, th)[dir="auto"] { direction: inherit; }
</style>
</head>
<body>
<h1>${escaped(title)}</h1>
${content}
</body>
</html>
`
