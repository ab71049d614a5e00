import type { Language } from '../../language/languages.ts'

export interface TableTexts {
  title(figure: string, group: string): string
  /** With the number of rows as {count}. */
  intro: string
  outro: string
  failed: string
}

export const tableTexts: Record<Language, TableTexts> = {
  en: {
    title: (figure, group) => (group ? `${figure} by ${group}` : figure),
    intro: 'I queried the table. The result has {count} rows; it begins with:',
    outro:
      'The sandbox wrote this query from the kinds of the columns and the words of your question, without understanding it.',
    failed: 'The tables could not be queried, so there is no result.',
  },
  fr: {
    title: (figure, group) => (group ? `${figure} par ${group}` : figure),
    intro: 'J’ai interrogé la table. Le résultat compte {count} lignes ; il commence par :',
    outro:
      'Le bac à sable a écrit cette requête d’après les types des colonnes et les mots de la question, sans la comprendre.',
    failed: 'Les tables n’ont pas pu être interrogées : il n’y a pas de résultat.',
  },
  vi: {
    title: (figure, group) => (group ? `${figure} theo ${group}` : figure),
    intro: 'Tôi đã truy vấn bảng. Kết quả có {count} dòng, bắt đầu bằng:',
    outro: 'Sandbox viết truy vấn này từ kiểu của các cột và các từ trong câu hỏi mà không hiểu câu hỏi.',
    failed: 'Không truy vấn được các bảng nên không có kết quả.',
  },
  zh: {
    title: (figure, group) => (group ? `按 ${group} 的 ${figure}` : figure),
    intro: '我查询了表格。结果共 {count} 行，开头是：',
    outro: '沙盒只根据列的类型和问题中的词语写出这条查询，并不理解问题。',
    failed: '无法查询表格，因此没有结果。',
  },
  ar: {
    title: (figure, group) => (group ? `${figure} حسب ${group}` : figure),
    intro: 'استعلمت عن الجدول. في النتيجة {count} صفًا، وتبدأ بما يلي:',
    outro: 'كتبت بيئة التجربة هذا الاستعلام من أنواع الأعمدة وكلمات السؤال دون أن تفهمه.',
    failed: 'تعذّر الاستعلام عن الجداول، فلا توجد نتيجة.',
  },
}
