import { CodeBlock } from '../features/conversation/code/code-block.tsx'

/** A Mermaid diagram as its source: the library that draws them is larger than the whole page. */
export const Diagram = ({ source }: { source: string }) => <CodeBlock code={source} language="mermaid" />
