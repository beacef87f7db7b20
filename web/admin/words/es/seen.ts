import type { Words } from '../index.ts'

export const seen: Words['seen'] = {
  draft: 'Es un borrador. Nadie lo ve hasta que se publique.',
  draftCalendar: 'El calendario es un borrador. Nadie ve sus eventos hasta que se publique.',
  leftFeeds: 'Terminó antes de los días que conservan sus feeds, así que ya no está en ellos.',
  notYetInFeeds: 'Empieza después de los días que muestran sus feeds. Aparecerá cuando esté más cerca.',
  past: 'Ya pasó. Compruebe la fecha.',
  shortNotice: {
    one: 'Empieza dentro de una hora más o menos. Algunas aplicaciones miran los cambios una vez al día, así que no todos lo ven a tiempo.',
    many: 'Empieza dentro de {count} horas. Algunas aplicaciones miran los cambios una vez al día, así que no todos lo ven a tiempo.',
    other:
      'Empieza dentro de {count} horas. Algunas aplicaciones miran los cambios una vez al día, así que no todos lo ven a tiempo.',
  },
  titleLong: {
    one: 'El título tiene {count} letras. Las listas de los móviles muestran unas {most}: «{shown}» Ponga lo importante al principio.',
    many: 'El título tiene {count} letras. Las listas de los móviles muestran unas {most}: «{shown}» Ponga lo importante al principio.',
    other:
      'El título tiene {count} letras. Las listas de los móviles muestran unas {most}: «{shown}» Ponga lo importante al principio.',
  },
  titleOutlook: 'Outlook conserva los primeros {most} caracteres de un título. El resto se pierde allí.',
  detailsLong:
    'Google conserva unos {most} caracteres de detalles y enlaces. Los últimos enlaces pueden faltar.',
  html: 'Los detalles contienen HTML. La mayoría de las aplicaciones muestra las etiquetas como texto.',
  noTimeZone: 'No se indicó ninguna zona horaria, así que se toma la suya: {zone}.',
  clockForward:
    'En {zone} se adelanta entonces el reloj, así que esta hora no existe. Se lee como una hora más tarde.',
  clockBack: 'En {zone} se atrasa entonces el reloj, así que esta hora se da dos veces. Se toma la primera.',
  writtenInUtc:
    'Los cambios de hora de {zone} no siguen una regla anual, así que el feed da la hora en UTC. Se muestra a la hora correcta.',
  allDay: 'Todo el día significa esta fecha, esté donde esté cada cual. No tiene hora ni zona horaria.',
  reminderDropped:
    'Google Calendar, los móviles Android y Outlook.com no muestran ninguno de sus recordatorios. Apple pregunta, y propone omitirlos.',
  beyondFeedUntil:
    'El feed del calendario está lleno ({size} kB) y muestra los eventos hasta el {day}. Este aparecerá cuando esté más cerca.',
  beyondFeedSince:
    'El feed del calendario está lleno ({size} kB) y muestra los eventos desde el {day}. Este no está en él.',
  feedFull:
    'El feed del calendario está lleno ({size} kB). Cada evento nuevo desplaza al más lejano: primero los más antiguos, luego los últimos por venir.',
  feedNearLimit:
    'El feed del calendario está al {percent}, de {size} kB. Cuando esté lleno, saldrán los eventos más antiguos. Ayudan unos detalles más cortos.',
  googleWhere: 'en el navegador',
  googleReminders: 'No toma recordatorios de los calendarios suscritos.',
  googleUpdates: 'Normalmente en un plazo de 8 a 24 horas. Nadie puede acelerarlo.',
  androidName: 'Móviles Android',
  androidWhere: 'mediante Google Calendar',
  androidReminders: 'Recibe los eventos de Google, sin recordatorios.',
  androidUpdates: 'Después de que lo tenga Google, normalmente en un plazo de 8 a 24 horas.',
  appleWhere: 'en iPhone, iPad y Mac',
  appleReminders: 'Pregunta al suscribirse si se quitan los avisos, y lo tiene activado.',
  appleUpdates: 'Entre 15 minutos y un día, según el ajuste del dispositivo.',
  outlookComName: 'Outlook.com y Microsoft 365',
  outlookComWhere: 'en el navegador y en los móviles',
  outlookComReminders: 'Usa recordatorios propios, o ninguno.',
  outlookComUpdates: 'Cada 3 horas más o menos, a veces después de un día.',
  outlookName: 'Outlook para Windows',
  outlookWhere: '(la aplicación clásica)',
  outlookReminders: 'Se conservan, salvo que estén desactivados los recordatorios de este calendario.',
  outlookUpdates: 'Cada hora más o menos mientras esté abierto.',
}
