import type { Element, Root } from 'hast'
import { lazy, Suspense, use, type ReactNode } from 'react'
import { CodeBlock } from './code/code-block.tsx'
import { ConversationContext } from './conversation-context.ts'
import { useConversationLabels } from './conversation-labels.tsx'
import { FootnoteMark } from './notes/footnote-mark.tsx'
import { MarkdownImage } from './markdown-image.tsx'
import { MisleadingLink } from './links/misleading-link.tsx'
import { MathFormula } from './math/math-formula.tsx'
import styles from './prose.module.css'
import { TableBlock } from './table/table-block.tsx'
import { type Drawings, withReact } from './with-react.ts'

const Diagram = lazy(() => import('./diagram.tsx').then((module) => ({ default: module.Diagram })))

/** Renders a sanitized tree with React. */
export function renderTree(tree: Root | Element): ReactNode {
  return withReact(tree, drawings)
}

/** Renders elements beyond Markdown's own: one branch per part, and a missing branch does not compile. */
function Part({ node }: { node: Element }): ReactNode {
  const data = node.data?.part
  if (!data) return null
  switch (data.part) {
    case 'code':
      return data.language === 'mermaid' ? (
        <Suspense fallback={<UnreadDiagram source={data.value} />}>
          <Diagram source={data.value} />
        </Suspense>
      ) : (
        <CodeBlock code={data.value} language={data.language} />
      )
    case 'math':
      return <MathFormula formula={data.formula} display={data.display} />
    case 'footnote':
      return <FootnoteMark identifier={data.identifier} />
    case 'table':
      return <TableBlock table={data.table} draw={renderTree} />
    case 'link':
      return (
        <MisleadingLink link={data.link} host={data.host}>
          {renderTree({ type: 'root', children: data.link.children })}
        </MisleadingLink>
      )
    case 'citation':
      return <Citation numbers={data.numbers} written={data.written} />
  }
}

/** The source of a diagram until what draws it has loaded. */
const UnreadDiagram = ({ source }: { source: string }) => (
  <div data-waiting>
    <CodeBlock code={source} language="mermaid" />
  </div>
)

function Citation({ numbers, written }: { numbers: readonly number[]; written: string }): ReactNode {
  const { renderCitation } = use(ConversationContext)
  return renderCitation?.(numbers) ?? written
}

/** Unsupported text, with an explanation on hover and by keyboard. */
function Unsupported({ children, tabIndex }: { children?: ReactNode; tabIndex?: number }): ReactNode {
  const { notInSources } = useConversationLabels()
  return (
    <span className={styles.unsupported} data-hint={notInSources} tabIndex={tabIndex}>
      {children}
    </span>
  )
}

const InlineCode = ({ children }: { children?: ReactNode }) => <code dir="ltr">{children}</code>

const drawings: Drawings = {
  'code-part': Part,
  'math-part': Part,
  'footnote-part': Part,
  'table-part': Part,
  'citation-part': Part,
  'link-part': Part,
  'unsupported-part': Unsupported,
  img: ({ src, alt, title }) => <MarkdownImage address={src} alt={alt ?? ''} title={title} />,
  code: InlineCode,
}
