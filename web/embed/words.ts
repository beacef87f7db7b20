/** The texts outside the frame. They are not in the catalogue of the pages, to keep this script small. */
export const WORDS = {
  en: {
    title: 'Add to your calendar',
    add: 'Add to calendar',
    events: 'Events',
    close: 'Close',
    loading: 'Loading',
    slow: 'This takes longer than it should.',
    open: 'Open it in a new tab',
  },
  de: {
    title: 'Zum eigenen Kalender hinzufügen',
    add: 'In den Kalender',
    events: 'Termine',
    close: 'Schließen',
    loading: 'Wird geladen',
    slow: 'Das dauert länger als sonst.',
    open: 'In neuem Tab öffnen',
  },
  fr: {
    title: 'Ajouter à votre calendrier',
    add: 'Ajouter au calendrier',
    events: 'Événements',
    close: 'Fermer',
    loading: 'Chargement',
    slow: 'Cela prend plus de temps que prévu.',
    open: 'Ouvrir dans un nouvel onglet',
  },
  es: {
    title: 'Añadir a tu calendario',
    add: 'Añadir al calendario',
    events: 'Eventos',
    close: 'Cerrar',
    loading: 'Cargando',
    slow: 'Está tardando más de lo normal.',
    open: 'Abrir en una pestaña nueva',
  },
  ja: {
    title: 'カレンダーに追加',
    add: 'カレンダーに追加',
    events: 'イベント',
    close: '閉じる',
    loading: '読み込み中',
    slow: '読み込みに時間がかかっています。',
    open: '新しいタブで開く',
  },
  ar: {
    title: 'إضافة إلى تقويمك',
    add: 'أضف إلى التقويم',
    events: 'الفعاليات',
    close: 'إغلاق',
    loading: 'جارٍ التحميل',
    slow: 'يستغرق هذا وقتًا أطول من المعتاد.',
    open: 'فتح في علامة تبويب جديدة',
  },
}

export type Language = keyof typeof WORDS

export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(WORDS, tag)
}
