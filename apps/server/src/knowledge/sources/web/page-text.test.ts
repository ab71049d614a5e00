import { expect, test } from 'vitest'
import { decodePage } from './decode-page.ts'
import { readPageText } from './page-text.ts'

test.each([
  ['<h1>Tea</h1><p>Green<br>and black.</p>', '# Tea\n\nGreen and black.'],
  ['Intro <h2>Two</h2> outro', 'Intro\n\n## Two\n\noutro'],
  ['<h2><div>In a box</div></h2>', '## In a box'],
  ['<ul><li>one<li>two<ul><li>three</ul></ul><p>end', '- one\n- two\n- three\n\nend'],
  ['<table><tr><th>Tea<th>Price<tr><td><p>Green</p><td>3</table>', 'Tea | Price\n\nGreen | 3'],
  ['<pre>\na\n  b\n</pre>', 'a\n  b'],
  ['<nav>no</nav><aside>no</aside><p>yes</p><footer>no</footer><p hidden>no</p>', 'yes'],
  ['<script>"</p>no"</script><style>no</style><noscript>no</noscript><p>yes', 'yes'],
  ['<p>outside</p><main><p>inside</p></main>', 'inside'],
  ['<p>outside</p><main></main>', 'outside'],
  ['<p>a</p></div></div><p>b</p>', 'a\n\nb'],
  ['<div aria-hidden="true"><b>no</b></div><a href="x">link</a> &lt;tag&gt;', 'link <tag>'],
])('L09 the text of a page is what a person sees: %s', async (html, text) => {
  expect((await readPageText(html)).text).toBe(text)
})

test('the title of a page is its own, or its first heading; never the title of a picture', async () => {
  const titles = await Promise.all(
    ['<svg><title>Icon</title></svg><title> My\n page </title><p>x', '<h1>Head</h1>', '<p>x'].map(
      readPageText,
    ),
  )
  expect(titles.map(({ title }) => title)).toEqual(['My page', 'Head', ''])
})

test('a deeply nested page is read, an excessively nested one is refused, both quickly', async () => {
  expect((await readPageText(`${'<div>'.repeat(4000)}deep`)).text).toBe('deep')
  await expect(readPageText('<div>'.repeat(1_000_000))).rejects.toThrow('TOO_LARGE')
  expect((await readPageText(`<pre>${' '.repeat(1_000_000)}x`)).text).toHaveLength(1_000_001)
})

test.each([
  ['caf\u00e9', Buffer.from('café'), 'text/html'],
  ['caf\u00e9', Buffer.from('caf\xe9', 'latin1'), 'text/html'],
  ['\u0441\u043b\u043e\u043d', Buffer.from('f1ebeeed', 'hex'), 'text/html; charset="windows-1251"'],
  ['<meta charset=gbk>\u8336', Buffer.from('3c6d65746120636861727365743d67626b3eb2e8', 'hex'), 'text/html'],
  ['\u8336', Buffer.from('fffe3683', 'hex'), 'text/html; charset=utf-8'],
  ['a', Buffer.from('a'), 'text/html; charset=no-such-thing'],
])('a page is decoded by its byte order mark, header or meta tag: %s', (text, bytes, contentType) => {
  expect(decodePage(bytes, contentType)).toBe(text)
})
