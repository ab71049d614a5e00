import type { WriterTexts } from './writer-texts.ts'

export const vietnameseTexts: WriterTexts = {
  headlines: [
    'Hướng dẫn thực hành: {topic}',
    'Cùng suy nghĩ cho rõ: {topic}',
    'Từ câu hỏi đến kế hoạch: {topic}',
  ],
  openings: [
    'Bạn hỏi về **{topic}**. Nói ngắn gọn: hãy bắt đầu từ những gì bạn đã thấy, nói rõ thế nào là một kết quả tốt, rồi làm bước nhỏ nhất giúp bạn học được điều gì đó. Phần dưới đây giải thích chi tiết.',
    'Có nhiều cách tốt để tiếp cận **{topic}**, và phần lớn đều có chung một khung sườn. Dưới đây là những điều quan trọng, một trình tự để làm theo và vài công cụ giúp công việc nhẹ nhàng hơn.',
    'Trước khi đi vào chi tiết, nên nói rõ **{topic}** *không phải* là gì: đó không phải là một quyết định duy nhất mà là nhiều quyết định nhỏ, hầu hết đều có thể thay đổi lại. Nghĩ như vậy sẽ thấy nhẹ hơn nhiều.',
  ],
  earlier: 'Về câu hỏi trước của bạn, “{earlier}”: những gì đã nói vẫn đúng, và phần sau đây tiếp nối từ đó.',
  pointsHeading: ['Điều gì quan trọng nhất', 'Những điểm quyết định'],
  points: [
    {
      lead: '**{first}** đáng được xem xét trước tiên',
      details: [
        'Hãy ghi lại điều bạn biết và điều bạn chỉ phỏng đoán.',
        'Một con số ước lượng hôm nay có giá trị hơn con số chính xác vào tháng sau.',
      ],
    },
    {
      lead: 'Đặt **{second}** vào đúng vị trí của nó',
      details: [
        'Ta dễ cho nó quá nhiều chỗ, hoặc không cho chỗ nào.',
        'Hãy tự hỏi điều gì sẽ khác đi nếu bỏ hẳn nó.',
      ],
    },
    {
      lead: 'Sớm nói rõ kết quả tốt trông như thế nào',
      details: ['Một câu là đủ.', 'Nếu hai người hiểu câu ấy khác nhau thì nó chưa hoàn chỉnh.'],
    },
    {
      lead: 'Trao đổi về **{third}** với người đã từng làm',
      details: [
        'Nửa giờ của họ tiết kiệm cho bạn nhiều ngày.',
        'Hãy mang theo một câu hỏi cụ thể thay vì mười câu mơ hồ.',
      ],
    },
    {
      lead: 'Chừa chỗ cho sai lầm',
      details: [
        'Quyết định có thể đổi lại thì nên làm nhanh.',
        'Quyết định không thể đổi lại thì nên để qua một đêm.',
      ],
    },
  ],
  stepsHeading: ['Từng bước một', 'Một trình tự hiệu quả'],
  steps: [
    'Mô tả tình trạng hiện tại trong năm dòng, dòng đầu nói về **{first}**.',
    'Liệt kê những giới hạn: thời gian, tiền bạc, con người, kiến thức. Gạch bỏ những gì chỉ là thói quen.',
    'Phác thảo hai hướng đi thật sự khác nhau.',
    'Thử hướng ít tốn kém hơn ở quy mô nhỏ, và ghi lại *trước* điều bạn mong đợi.',
    'So sánh điều đã xảy ra với điều bạn mong đợi; phần chênh lệch chính là bài học.',
    'Quyết định, báo cho mọi người liên quan và hẹn ngày xem xét lại.',
  ],
  tableHeading: ['So sánh ba cách', 'Các lựa chọn đặt cạnh nhau'],
  tableHead: ['Cách làm', 'Phù hợp khi', 'Cần lưu ý'],
  tableRows: [
    ['Thử nghiệm nhỏ', 'còn nhiều điều chưa biết', 'thử mãi không dừng'],
    ['Kế hoạch chi tiết', 'sai lầm sẽ rất tốn kém', 'kế hoạch sống lâu hơn lý do của nó'],
    ['Làm theo cách đã hiệu quả', 'người khác đã giải quyết tốt', 'những khác biệt không thấy ngay'],
    ['Hỏi chuyên gia', '{second} còn mới với bạn', 'lời khuyên hợp với người khác'],
  ],
  quotes: [
    'Kế hoạch là một phỏng đoán được viết ra để có thể sửa lại.',
    'Điều gì được đo thì được chú ý; vậy hãy đo điều xứng đáng.',
    'Lúc tốt nhất để đơn giản hóa là khi chưa có gì phải đơn giản hóa.',
  ],
  codeHeading: 'Một vài công cụ',
  code: {
    typescript: 'Các ghi chú thu thập dọc đường có thể được gom nhóm bằng TypeScript:',
    python: 'Trung bình trượt trong Python giúp làm mượt những con số dao động:',
    sql: 'Nếu ghi chú nằm trong cơ sở dữ liệu, một truy vấn sẽ cho thấy trọng tâm ở đâu:',
    bash: 'Trên dòng lệnh, có thể đếm nhanh những từ xuất hiện nhiều nhất:',
    rust: 'Trung vị ổn định hơn trung bình khi có giá trị ngoại lai; viết bằng Rust:',
    json: 'Có thể thống nhất việc xem xét lại chỉ bằng vài dòng JSON:',
  },
  formulaHeading: 'Một chút toán học',
  formulas: {
    average:
      'Với $n$ quan sát $x_1, \\dots, x_n$, trung bình và phương sai cho biết một con số điển hình và đáng tin đến đâu:',
    evidence: 'Quan sát $B$ nên thay đổi niềm tin của bạn vào $A$ bao nhiêu, quy tắc Bayes trả lời:',
    growth: 'Một đại lượng tăng với tỷ lệ $r$, tính $n$ lần mỗi năm, sau $t$ năm sẽ thành:',
    distance:
      'Khi các lựa chọn được đánh giá theo $m$ tiêu chí với trọng số $w_k$, khoảng cách giữa chúng là:',
  },
  diagramHeading: 'Toàn cảnh trong một hình',
  diagram: {
    ask: 'Câu hỏi',
    gather: 'Thu thập điều đã biết',
    attempt: 'Thử nghiệm nhỏ',
    enough: 'Đã đủ tốt chưa?',
    yes: 'rồi',
    no: 'chưa',
    keep: 'Giữ lại và xem xét',
  },
  checklistHeading: 'Trước khi bắt đầu',
  checklist: [
    'Câu hỏi đã được viết ra: {topic}',
    'Mọi người liên quan đã đọc',
    'Đã hẹn ngày xem xét lần đầu',
    'Rõ ai quyết định về {first}',
    'Có đường lui nếu thất bại',
  ],
  closings: [
    'Nếu bạn kể thêm về **{first}**, câu trả lời sau sẽ chính xác hơn.',
    'Hãy làm bước đầu tiên ngay hôm nay; nó mất chưa đến hai mươi phút.',
    'Cách nào hợp với bạn nhất? Từ đó có thể vẽ kế hoạch chi tiết hơn.',
  ],
  footnote:
    'Văn bản này do một mô hình thử nghiệm ghép từ các từ trong câu hỏi. Không có mô hình ngôn ngữ thật nào được hỏi.',
  linkText: 'cách viết Markdown',
}
