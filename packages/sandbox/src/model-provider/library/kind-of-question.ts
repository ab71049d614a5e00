/** What sort of answer a question wants. */
export type QuestionKind = 'how' | 'why' | 'write' | 'code' | 'compare' | 'other'

const kinds: [QuestionKind, RegExp][] = [
  [
    'code',
    /```|\b(?:code|function|script|python|javascript|typescript|java|sql|regex|bash|css|html)\b|代码|函数|mã nguồn|hàm\b|شيفرة|دالة/i,
  ],
  [
    'compare',
    /\b(?:compare|versus|vs\.?|or|difference|better)\b|\b(?:compare[rz]?|différence|ou bien|lequel|laquelle)\b|so sánh|khác nhau|hay là|比较|区别|还是|قارن|الفرق|أيهما/i,
  ],
  [
    'write',
    /^(?:please )?(?:write|draft|compose)\b|^(?:écri|rédige)|^(?:hãy )?(?:viết|soạn)|^请?(?:帮我)?(?:写|起草)|^(?:اكتب|صغ)/i,
  ],
  ['why', /\bwhy\b|pourquoi|tại sao|vì sao|为什么|为何|لماذا/i],
  ['how', /\bhow\b|\bcomment\b|làm (?:sao|thế nào)|như thế nào|如何|怎么|怎样|كيف/i],
]

export const kindOf = (question: string): QuestionKind =>
  kinds.find(([, pattern]) => pattern.test(question.trim()))?.[0] ?? 'other'
