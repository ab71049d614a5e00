import type { LanguageFn, Mode } from 'highlight.js'

/**
 * The grammar of elements in JSX, in place of that of XML, which Highlight.js takes for them: code between braces has the colors of its
 * language.
 */
export const jsxOf =
  (language: string): LanguageFn =>
  () => {
    const braces: Mode = { begin: /\{/u, end: /\}/u, contains: ['self'], skip: true }
    const code: Mode = {
      scope: 'subst',
      begin: /\{/u,
      end: /\}/u,
      excludeBegin: true,
      excludeEnd: true,
      subLanguage: language,
      contains: [braces],
    }
    const string: Mode = {
      scope: 'string',
      variants: [
        { begin: '"', end: '"' },
        { begin: "'", end: "'" },
      ],
    }
    const attribute: Mode = { scope: 'attribute', begin: /[\w$:-]+/u }
    return {
      contains: [
        code,
        {
          scope: 'tag',
          begin: /<\/?/u,
          end: /\/?>/u,
          contains: [{ scope: 'name', begin: /(?<=<\/?)[\w$.:-]+/u }, code, string, attribute],
        },
      ],
    }
  }
