import type { Language } from '../../language/languages.ts'

interface QuickTexts {
  /** Said of pictures, which are counted and not looked at. */
  pictures: string
  earlier: string
  openings: string[]
  middles: string[]
  closings: string[]
}

/** The sentences of the quick model; the placeholders in braces are words of the question. */
export const quickTexts: Record<Language, QuickTexts> = {
  en: {
    pictures: 'Pictures received: {count}; the sandbox does not look at them.',
    earlier: 'As to your earlier question about “{earlier}”, this goes on from there.',
    openings: [
      'On {topic}: begin with **{first}**, since the rest depends on it.',
      'With {topic}, the main thing is **{first}**.',
      'In short, {topic} comes down to how you treat **{first}**.',
    ],
    middles: [
      'Then look at {second} and keep it as simple as you can.',
      'What {second} needs becomes clear once you have tried it on a small scale.',
      'Give {second} a fixed place and a date, or it will be put off.',
    ],
    closings: [
      'Tell me more about {third} if you want details.',
      'A first result within a day is a good sign.',
      'This is a sandbox model speaking, so take it as an example of an answer.',
    ],
  },
  fr: {
    pictures: 'Images reçues : {count} ; le bac à sable ne les regarde pas.',
    earlier: 'Quant à votre question précédente sur « {earlier} », ceci en est la suite.',
    openings: [
      'Pour {topic} : commencez par **{first}**, car le reste en dépend.',
      'Concernant {topic}, l’essentiel est **{first}**.',
      'En bref, {topic} revient à bien traiter **{first}**.',
    ],
    middles: [
      'Voyez ensuite {second}, en restant aussi simple que possible.',
      'Ce qu’il faut pour {second} apparaît après un petit essai.',
      'Donnez à {second} une place et une date fixes, sinon ce sera remis à plus tard.',
    ],
    closings: [
      'Dites-m’en plus sur {third} si vous voulez des détails.',
      'Un premier résultat en un jour est bon signe.',
      'C’est un modèle du bac à sable qui parle : prenez ceci comme un exemple de réponse.',
    ],
  },
  vi: {
    pictures: 'Số hình ảnh nhận được: {count}; hộp cát không xem chúng.',
    earlier: 'Về câu hỏi trước của bạn, “{earlier}”, phần này tiếp nối từ đó.',
    openings: [
      'Về {topic}: hãy bắt đầu với **{first}**, vì phần còn lại phụ thuộc vào đó.',
      'Với {topic}, điều chính yếu là **{first}**.',
      'Nói ngắn gọn, {topic} tùy thuộc vào cách bạn xử lý **{first}**.',
    ],
    middles: [
      'Sau đó xem đến {second} và giữ cho nó thật đơn giản.',
      'Thử ở quy mô nhỏ thì sẽ rõ {second} cần những gì.',
      'Hãy dành cho {second} một chỗ và một ngày cố định, nếu không sẽ bị trì hoãn.',
    ],
    closings: [
      'Hãy kể thêm về {third} nếu bạn muốn biết chi tiết.',
      'Có kết quả đầu tiên trong một ngày là dấu hiệu tốt.',
      'Đây là mô hình thử nghiệm, nên hãy xem đây như một câu trả lời mẫu.',
    ],
  },
  zh: {
    pictures: '收到图片 {count} 张；沙盒不会查看图片。',
    earlier: '关于你之前的问题“{earlier}”，这里接着往下说。',
    openings: [
      '关于{topic}：先从**{first}**开始，其余的都取决于它。',
      '就{topic}而言，关键在于**{first}**。',
      '简而言之，{topic}归结为如何对待**{first}**。',
    ],
    middles: [
      '然后再看{second}，尽量保持简单。',
      '小规模试一试，就清楚{second}需要什么了。',
      '给{second}定一个位置和日期，否则容易拖延。',
    ],
    closings: [
      '如需细节，请多说一些{third}的情况。',
      '一天之内有初步结果就是好兆头。',
      '这是沙盒模型的回答，请当作示例来看。',
    ],
  },
  ar: {
    pictures: 'عدد الصور المستلمة: {count}، ولا تنظر البيئة التجريبية إليها.',
    earlier: 'أما سؤالك السابق عن «{earlier}» فهذا تتمة له.',
    openings: [
      'بخصوص {topic}: ابدأ بـ **{first}** لأن الباقي يعتمد عليه.',
      'في {topic} الأمر الأساسي هو **{first}**.',
      'باختصار، يعود {topic} إلى طريقة التعامل مع **{first}**.',
    ],
    middles: [
      'ثم انظر في {second} وأبقِه بسيطًا قدر الإمكان.',
      'ما يحتاجه {second} يتضح بعد تجربة صغيرة.',
      'حدد لـ {second} مكانًا وموعدًا ثابتين وإلا تأجل.',
    ],
    closings: [
      'أخبرني بالمزيد عن {third} إن أردت التفاصيل.',
      'نتيجة أولى خلال يوم واحد علامة جيدة.',
      'هذا جواب نموذج تجريبي، فاعتبره مثالًا على الجواب.',
    ],
  },
}
