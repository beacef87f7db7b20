import type { Words } from '../index.ts'

export const seen: Words['seen'] = {
  draft: 'C’est un brouillon. Personne ne le voit avant sa mise en ligne.',
  draftCalendar: 'Le calendrier est un brouillon. Personne ne voit ses événements avant sa mise en ligne.',
  leftFeeds: 'Il s’est terminé avant les jours que vos flux conservent, il n’y figure donc plus.',
  notYetInFeeds:
    'Il commence après les jours que vos flux montrent. Il apparaîtra quand il sera plus proche.',
  past: 'Il est passé. Vérifiez la date.',
  shortNotice: {
    one: 'Il commence dans environ {count} heure. Certaines applications vérifient une fois par jour, tout le monde ne le verra donc pas à temps.',
    many: 'Il commence dans {count} heures. Certaines applications vérifient une fois par jour, tout le monde ne le verra donc pas à temps.',
    other:
      'Il commence dans {count} heures. Certaines applications vérifient une fois par jour, tout le monde ne le verra donc pas à temps.',
  },
  titleLong: {
    one: 'Le titre a {count} lettres. Les listes sur téléphone en montrent environ {most} : « {shown} » Mettez l’essentiel au début.',
    many: 'Le titre a {count} lettres. Les listes sur téléphone en montrent environ {most} : « {shown} » Mettez l’essentiel au début.',
    other:
      'Le titre a {count} lettres. Les listes sur téléphone en montrent environ {most} : « {shown} » Mettez l’essentiel au début.',
  },
  titleOutlook: 'Outlook garde les {most} premiers caractères d’un titre. Le reste y est perdu.',
  detailsLong:
    'Google garde environ {most} caractères de détails et de liens. Les derniers liens peuvent manquer.',
  html: 'Les détails contiennent du HTML. La plupart des applications affichent les balises comme du texte.',
  noTimeZone: 'Aucun fuseau horaire n’a été indiqué, le vôtre est donc pris : {zone}.',
  clockForward:
    'À ce moment, l’heure avance ({zone}) et cette heure n’existe pas. Elle est lue une heure plus tard.',
  clockBack: 'À ce moment, l’heure recule ({zone}) et cette heure existe deux fois. La première est prise.',
  writtenInUtc:
    'Les changements d’heure de {zone} ne suivent pas de règle annuelle, le flux donne donc l’heure en UTC. Elle s’affiche correctement.',
  allDay: 'Toute la journée veut dire cette date, où que l’on soit. Il n’y a ni heure ni fuseau horaire.',
  reminderDropped:
    'Google Agenda, les téléphones Android et Outlook.com n’affichent aucun de vos rappels. Apple demande, et propose de les omettre.',
  beyondFeedUntil:
    'Le flux du calendrier est plein ({size} ko) et montre les événements jusqu’au {day}. Celui-ci apparaîtra quand il sera plus proche.',
  beyondFeedSince:
    'Le flux du calendrier est plein ({size} ko) et montre les événements à partir du {day}. Celui-ci n’y est pas.',
  feedFull:
    'Le flux du calendrier est plein ({size} ko). Chaque nouvel événement chasse le plus éloigné : d’abord les plus anciens, puis les derniers à venir.',
  feedNearLimit:
    'Le flux du calendrier est plein à {percent}, sur {size} ko. Une fois plein, les événements les plus anciens en sortent. Des détails plus courts aident.',
  googleWhere: 'dans le navigateur',
  googleReminders: 'Ne reprend pas les rappels des calendriers auxquels on s’abonne.',
  googleUpdates: 'En général dans les 8 à 24 heures. Personne ne peut accélérer cela.',
  androidName: 'Téléphones Android',
  androidWhere: 'par Google Agenda',
  androidReminders: 'Reçoit les événements de Google, sans rappels.',
  androidUpdates: 'Après que Google l’a reçu, en général dans les 8 à 24 heures.',
  appleWhere: 'sur iPhone, iPad et Mac',
  appleReminders: 'Demande lors de l’abonnement s’il faut retirer les alertes, et l’a activé.',
  appleUpdates: 'Entre 15 minutes et une journée, selon le réglage de l’appareil.',
  outlookComName: 'Outlook.com et Microsoft 365',
  outlookComWhere: 'dans le navigateur et sur téléphone',
  outlookComReminders: 'Utilise ses propres rappels, ou aucun.',
  outlookComUpdates: 'Environ toutes les 3 heures, parfois après une journée.',
  outlookName: 'Outlook pour Windows',
  outlookWhere: '(l’application classique)',
  outlookReminders: 'Conservés, sauf si les rappels sont désactivés pour ce calendrier.',
  outlookUpdates: 'Environ toutes les heures tant qu’il est ouvert.',
}
