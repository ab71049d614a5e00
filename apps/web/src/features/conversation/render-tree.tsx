import type { Element, Root } from 'hast'
import { toJsxRuntime, type Components } from 'hast-util-to-jsx-runtime'
import { use, type ReactNode } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { CodeBlock } from './code-block.tsx'
import { ConversationContext } from './conversation-context.ts'
import { Diagram } from './diagram.tsx'
import { FootnoteMark } from './footnote-mark.tsx'
import { MarkdownImage } from './markdown-image.tsx'
import { MathFormula } from './math-formula.tsx'
import { TableBlock } from './table-block.tsx'

/** Draws a governed tree with React. */
export function renderTree(tree: Root | Element): ReactNode {
  return toJsxRuntime(tree, { Fragment, jsx, jsxs, components, passNode: true, ignoreInvalidStyle: true })
}

/** Draws what Markdown's own elements cannot: one branch a part, and a part without a branch does not compile. */
function Part({ node }: { node?: Element }): ReactNode {
  const data = node?.data?.part
  if (!data) return null
  switch (data.part) {
    case 'code':
      return data.language === 'mermaid' ? (
        <Diagram source={data.value} />
      ) : (
        <CodeBlock code={data.value} language={data.language} />
      )
    case 'math':
      return <MathFormula formula={data.formula} display={data.display} />
    case 'footnote':
      return <FootnoteMark identifier={data.identifier} />
    case 'table':
      return <TableBlock table={data.table} draw={renderTree} />
    case 'citation':
      return <Citation number={data.number} />
  }
}

function Citation({ number }: { number: number }): ReactNode {
  const { renderCitation } = use(ConversationContext)
  return renderCitation ? renderCitation(number) : `[${number}]`
}

const InlineCode = ({ children }: { children?: ReactNode }) => <code dir="ltr">{children}</code>

const components = {
  'code-part': Part,
  'math-part': Part,
  'footnote-part': Part,
  'table-part': Part,
  'citation-part': Part,
  img: ({ src, alt, title }) => <MarkdownImage address={src} alt={alt ?? ''} title={title} />,
  code: InlineCode,
} as Components
