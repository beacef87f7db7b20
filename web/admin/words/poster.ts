import type { Language } from './index.ts'

interface PosterWords {
  /** Under the title, a few words. */
  slogan: string
  /** How to subscribe, in one sentence. */
  sentence: string
  /** Before the address to type. */
  orAt: string
}

/**
 * The texts of posters in all languages: a poster may be in another one than the portal. They speak to the public, as
 * the pages of subscribers do.
 */
export const POSTER_WORDS: Record<Language, PosterWords> = {
  en: {
    slogan: 'All dates in your calendar',
    sentence:
      'Scan the code with your phone’s camera and subscribe: new dates and changes then come by themselves.',
    orAt: 'Or on the web',
  },
  de: {
    slogan: 'Alle Termine in deinem Kalender',
    sentence:
      'Scanne den Code mit der Kamera deines Telefons und abonniere: Neue Termine und Änderungen kommen dann von selbst.',
    orAt: 'Oder im Web',
  },
  fr: {
    slogan: 'Toutes les dates dans votre calendrier',
    sentence:
      'Scannez le code avec l’appareil photo de votre téléphone et abonnez-vous : les nouvelles dates et les changements arrivent ensuite tout seuls.',
    orAt: 'Ou sur le web',
  },
  es: {
    slogan: 'Todas las fechas en tu calendario',
    sentence:
      'Escanea el código con la cámara del móvil y suscríbete: las fechas nuevas y los cambios llegarán solos.',
    orAt: 'O en la web',
  },
  ja: {
    slogan: 'すべての予定をカレンダーに',
    sentence: 'スマートフォンのカメラでコードを読み取って購読すると、新しい予定や変更が自動で届きます。',
    orAt: 'ウェブでも',
  },
  ar: {
    slogan: 'كل المواعيد في تقويمك',
    sentence: 'امسح الرمز بكاميرا هاتفك واشترك: تصلك بعدها المواعيد الجديدة والتغييرات تلقائيًا.',
    orAt: 'أو على الويب',
  },
}
