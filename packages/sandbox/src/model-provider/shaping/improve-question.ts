import { detectLanguage } from '../language/detect-language.ts'
import type { Language } from '../language/languages.ts'
import { kindOf, type QuestionKind } from '../library/kind-of-question.ts'
import { tidied } from './wording.ts'

const additions: Record<Language, Record<QuestionKind, string>> = {
  en: {
    how: 'Which steps does it take, in what order, and what usually goes wrong?',
    why: 'What is the main cause, what else contributes, and how sure is that?',
    write: 'Can you keep it short, name the recipient, and leave placeholders for facts that you don’t know?',
    code: 'Can you handle errors, explain what is not obvious, and add a test?',
    compare: 'Can you compare them in a table by cost, effort and risk, and recommend one?',
    other: 'Can you give the reasons, one concrete example, and what depends on the circumstances?',
  },
  fr: {
    how: 'Quelles en sont les étapes, dans quel ordre, et qu’est-ce qui échoue d’ordinaire ?',
    why: 'Quelle est la cause principale, qu’est-ce qui y contribue, et avec quelle certitude ?',
    write: 'Peux-tu rester bref, nommer le destinataire et laisser des blancs pour les faits inconnus ?',
    code: 'Peux-tu traiter les erreurs, expliquer ce qui n’est pas évident et ajouter un test ?',
    compare:
      'Peux-tu les comparer dans un tableau selon le coût, l’effort et le risque, et en recommander une ?',
    other: 'Peux-tu donner les raisons, un exemple concret et ce qui dépend des circonstances ?',
  },
  vi: {
    how: 'Cần những bước nào, theo thứ tự nào, và thường sai ở đâu?',
    why: 'Nguyên nhân chính là gì, còn yếu tố nào góp phần, và chắc chắn đến đâu?',
    write: 'Bạn có thể viết ngắn gọn, nêu người nhận và để trống những dữ kiện chưa biết không?',
    code: 'Bạn có thể xử lý lỗi, giải thích chỗ khó hiểu và thêm kiểm thử không?',
    compare:
      'Bạn có thể so sánh trong một bảng theo chi phí, công sức, rủi ro và đề xuất một lựa chọn không?',
    other: 'Bạn có thể nêu lý do, một ví dụ cụ thể và điều gì tùy thuộc vào hoàn cảnh không?',
  },
  zh: {
    how: '需要哪些步骤，按什么顺序，通常哪里会出错？',
    why: '主要原因是什么，还有哪些因素，确定程度如何？',
    write: '能否写得简短，写明收件人，并为未知的事实留出空白？',
    code: '能否处理错误，解释不明显的地方，并加上一个测试？',
    compare: '能否用表格从成本、工作量和风险三方面比较，并推荐一个？',
    other: '能否说明理由，举一个具体的例子，并指出哪些取决于具体情况？',
  },
  ar: {
    how: 'ما الخطوات، وبأي ترتيب، وما الذي يفشل عادة؟',
    why: 'ما السبب الرئيسي، وما الذي يسهم معه، وما مدى التأكد من ذلك؟',
    write: 'هل يمكنك الإيجاز وتسمية المتلقي وترك فراغات للحقائق المجهولة؟',
    code: 'هل يمكنك معالجة الأخطاء وشرح ما ليس واضحا وإضافة اختبار؟',
    compare: 'هل يمكنك المقارنة في جدول من حيث التكلفة والجهد والمخاطر والتوصية بأحدها؟',
    other: 'هل يمكنك ذكر الأسباب ومثال ملموس وما يتوقف على الظروف؟',
  },
}

const marks: Record<Language, string> = { en: '?', fr: ' ?', vi: '?', zh: '？', ar: '؟' }

/** The cleaned-up question with a question mark, followed by questions about missing details. */
export function improveQuestion(question: string): string {
  const language = detectLanguage(question)
  const bare = tidied(question).replace(/[\s.?!。？！؟:：]+$/u, '')
  const between = language === 'zh' ? '' : ' '
  return `${bare}${marks[language]}${between}${additions[language][kindOf(question)]}`
}
