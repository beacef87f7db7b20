import type { Words } from '../index.ts'

export const seen: Words['seen'] = {
  draft: 'Das ist ein Entwurf. Niemand sieht ihn, bis er live ist.',
  draftCalendar: 'Der Kalender ist ein Entwurf. Niemand sieht seine Termine, bis der Kalender live ist.',
  leftFeeds: 'Er endete vor den Tagen, die Ihre Feeds behalten, und steht daher nicht mehr darin.',
  notYetInFeeds: 'Er beginnt nach den Tagen, die Ihre Feeds zeigen. Er erscheint, wenn er näher rückt.',
  past: 'Er ist vorbei. Prüfen Sie das Datum.',
  shortNotice: {
    one: 'Er beginnt in etwa einer Stunde. Manche Anwendungen sehen einmal am Tag nach, daher sehen ihn nicht alle rechtzeitig.',
    other:
      'Er beginnt in {count} Stunden. Manche Anwendungen sehen einmal am Tag nach, daher sehen ihn nicht alle rechtzeitig.',
  },
  titleLong: {
    one: 'Der Titel hat {count} Buchstaben. Listen auf Handys zeigen etwa {most}: „{shown}“ Stellen Sie das Wichtige nach vorn.',
    other:
      'Der Titel hat {count} Buchstaben. Listen auf Handys zeigen etwa {most}: „{shown}“ Stellen Sie das Wichtige nach vorn.',
  },
  titleOutlook: 'Outlook behält die ersten {most} Zeichen eines Titels. Der Rest geht dort verloren.',
  detailsLong: 'Google behält etwa {most} Zeichen von Details und Links. Die letzten Links können fehlen.',
  html: 'In den Details steht HTML. Die meisten Anwendungen zeigen die Tags als Text.',
  noTimeZone: 'Es wurde keine Zeitzone angegeben, daher gilt Ihre: {zone}.',
  clockForward:
    'In {zone} werden dann die Uhren vorgestellt, daher gibt es diese Uhrzeit nicht. Sie gilt als eine Stunde später.',
  clockBack:
    'In {zone} werden dann die Uhren zurückgestellt, daher gibt es diese Uhrzeit zweimal. Es gilt die erste.',
  writtenInUtc:
    'Die Zeitumstellungen von {zone} folgen keiner jährlichen Regel, daher nennt der Feed die Zeit in UTC. Sie wird richtig angezeigt.',
  allDay: 'Ganztägig heißt: dieses Datum, wo immer jemand ist. Es hat keine Uhrzeit und keine Zeitzone.',
  reminderDropped:
    'Google Kalender, Android-Handys und Outlook.com zeigen keine Ihrer Erinnerungen. Apple fragt nach und schlägt vor, sie wegzulassen.',
  beyondFeedUntil:
    'Der Feed des Kalenders ist voll ({size} kB) und zeigt Termine bis {day}. Dieser erscheint, wenn er näher rückt.',
  beyondFeedSince:
    'Der Feed des Kalenders ist voll ({size} kB) und zeigt Termine ab {day}. Dieser steht nicht darin.',
  feedFull:
    'Der Feed des Kalenders ist voll ({size} kB). Jeder neue Termin verdrängt den entferntesten: zuerst die ältesten vergangenen, dann die letzten künftigen.',
  feedNearLimit:
    'Der Feed des Kalenders ist zu {percent} voll, von {size} kB. Ist er voll, fallen die ältesten Termine heraus. Kürzere Details helfen.',
  googleWhere: 'im Browser',
  googleReminders: 'Übernimmt keine Erinnerungen aus abonnierten Kalendern.',
  googleUpdates: 'Meist innerhalb von 8 bis 24 Stunden. Niemand kann es beschleunigen.',
  androidName: 'Android-Handys',
  androidWhere: 'über Google Kalender',
  androidReminders: 'Bekommt die Termine von Google, ohne Erinnerungen.',
  androidUpdates: 'Nachdem Google ihn hat, meist innerhalb von 8 bis 24 Stunden.',
  appleWhere: 'auf iPhone, iPad und Mac',
  appleReminders: 'Fragt beim Abonnieren, ob Hinweise entfernt werden sollen, und hat das eingeschaltet.',
  appleUpdates: 'Zwischen 15 Minuten und einem Tag, je nach Einstellung des Geräts.',
  outlookComName: 'Outlook.com und Microsoft 365',
  outlookComWhere: 'im Browser und auf Handys',
  outlookComReminders: 'Verwendet eigene Erinnerungen oder keine.',
  outlookComUpdates: 'Etwa alle 3 Stunden, manchmal nach einem Tag.',
  outlookName: 'Outlook für Windows',
  outlookWhere: '(die klassische Anwendung)',
  outlookReminders: 'Bleiben, außer wenn Erinnerungen für diesen Kalender ausgeschaltet sind.',
  outlookUpdates: 'Etwa jede Stunde, solange es geöffnet ist.',
}
