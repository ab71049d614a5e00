import { expect } from 'vitest'

const allowed = new Set([
  'div',
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'blockquote',
  'hr',
  'br',
  'em',
  'strong',
  'del',
  'code',
  'pre',
  'span',
  'a',
  'img',
  'sup',
  'section',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'figure',
  'figcaption',
  'button',
  'bdi',
  'input',
])

/** Expects only the elements, attributes and addresses that Markdown may have. */
export function expectInert(root: Element): void {
  for (const element of root.querySelectorAll('*')) {
    if (element.closest('.katex, svg.tabler-icon, [data-mantine-shared-portal-node]')) continue
    expect(allowed, element.outerHTML).toContain(element.localName)
    for (const { name, value } of element.attributes) {
      expect(name, element.outerHTML).not.toMatch(/^on|^srcdoc$|^srcset$|^action$|^background$|^name$/u)
      if (name === 'href') expect(value).toMatch(/^(?:https?:|mailto:|#note-)/u)
      if (name === 'src') expect(new URL(value, location.origin).origin).toBe(location.origin)
      if (name === 'id') expect(value).toMatch(/^(?:note-|_r_|:r|«r)/u)
    }
  }
  for (const element of root.querySelectorAll('.katex *')) {
    expect(
      ['span', 'math', 'semantics', 'mrow', 'annotation', 'svg', 'path', 'line', 'g', 'img'].includes(
        element.localName,
      ) || /^m[a-z]+$/u.test(element.localName),
      element.outerHTML,
    ).toBe(true)
    expect(
      element.hasAttribute('href') || element.hasAttribute('src') || element.id !== '',
      element.outerHTML,
    ).toBe(false)
  }
  expect((window as { hit?: number }).hit).toBeUndefined()
}
