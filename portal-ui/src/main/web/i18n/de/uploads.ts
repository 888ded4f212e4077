import type { uploads as english } from "../en/uploads";

/** Texts about transfers, in German. */
export const uploads: Record<keyof typeof english, string> = {
  "transfer.bucket": "In den Bucket",
  "transfer.folder": "In den Ordner",
  "transfer.folder.help":
    "Etwa archiv/2026/; leer für die oberste Ebene des Buckets. Was dort denselben Namen hat, wird überschrieben.",
  "transfer.many":
    "{count} Objekte sind ausgewählt; ein Auftrag nimmt höchstens {most} mit Namen. Wählen Sie weniger aus, oder gehen Sie Ordner für Ordner vor.",
  "transfer.restore.about":
    "Die Löschmarken dieser Objekte werden entfernt, so dass ihre neuesten Versionen wieder da sind:",
  "upload.cancelled": "abgebrochen",
  "upload.done": "fertig",
  "upload.failed": "fehlgeschlagen",
  "upload.paused": "angehalten",
  "upload.running": "lädt hoch",
  "upload.waiting": "wartet",
  "uploads.again": "„Erneut versuchen“ macht mit dem weiter, was noch fehlt.",
  "uploads.cancel.all": "Alle abbrechen",
  "uploads.checking": "Wird mit dem Vorhandenen verglichen …",
  "uploads.choice": "Was mit allen geschehen soll",
  "uploads.choice.both": "Beide behalten: unter einem Namen mit Nummer hochladen",
  "uploads.choice.help":
    "Wenn der Bucket Versionen aufbewahrt, bleibt das Überschriebene als ältere Version; sonst ist es verloren.",
  "uploads.choice.overwrite": "Überschreiben",
  "uploads.choice.skip": "Diese Dateien auslassen",
  "uploads.choose": "Datei wählen",
  "uploads.conflict": "Schon vorhanden",
  "uploads.conflict.about":
    "{count|# Datei heißt wie ein vorhandenes Objekt oder ein anderer Upload:|# Dateien heißen wie vorhandene Objekte oder andere Uploads:}",
  "uploads.discard": "Verwerfen",
  "uploads.drop": "oder Dateien und Ordner hier ablegen",
  "uploads.earlier": "Unfertige Uploads eines früheren Besuchs",
  "uploads.earlier.about":
    "Wählen Sie dieselbe Datei noch einmal, um mit dem Fehlenden weiterzumachen, oder verwerfen Sie den Upload mit seinen Teilen.",
  "uploads.earlier.facts": "{size}, begonnen {time}",
  "uploads.ended": "Alle Uploads sind zu Ende.",
  "uploads.ended.elsewhere":
    "Ein anderes Programm oder eine Regel des Buckets hat den Upload beendet. „Erneut versuchen“ beginnt von vorn.",
  "uploads.failed": "{count|# Upload ist|# Uploads sind} fehlgeschlagen.",
  "uploads.files": "Dateien hochladen",
  "uploads.files.label": "Dateien",
  "uploads.folder": "Ordner hochladen",
  "uploads.further": "und {count} weitere",
  "uploads.large": "Größer als {size}; nehmen Sie ein anderes Programm.",
  "uploads.leave":
    "Es gibt unfertige Uploads. Sie enden, wenn Sie sich abmelden, und lassen sich nicht fortsetzen. Brechen Sie sie vorher ab, um angekommene Teile zu entfernen.",
  "uploads.leave.title": "Trotzdem abmelden?",
  "uploads.left":
    "Nichts wurde hochgeladen: Namen sind vergeben, und die Seite wurde vor der Frage danach verlassen. Legen Sie die Dateien noch einmal ab.",
  "uploads.long": "Der Schlüssel hätte mehr als 1.024 Bytes.",
  "uploads.many": "Mehr als 10.000 Dateien auf einmal. Laden Sie weniger auf einmal hoch, oder nehmen Sie ein anderes Programm.",
  "uploads.nobucket": "Der Bucket wurde entfernt; wählen Sie einen anderen.",
  "uploads.open": "{count|# Upload läuft|# Uploads laufen}.",
  "uploads.other": "Das ist eine andere Datei. Der Upload ist von {name}, {size}, zuletzt geändert {time}.",
  "uploads.overwrite": "Trotzdem hochladen",
  "uploads.overwrites": "überschreibt",
  "uploads.pause": "Anhalten",
  "uploads.pause.all": "Alle anhalten",
  "uploads.paused": "{count|# ist angehalten|# sind angehalten}.",
  "uploads.quota":
    "Löschen Sie, was nicht mehr gebraucht wird, oder bitten Sie Ihren Administrator um ein größeres Kontingent; versuchen Sie es dann erneut.",
  "uploads.rate": "{rate}/s, noch {time}",
  "uploads.refused": "Bitten Sie den Besitzer des Buckets um das Recht, hier zu schreiben.",
  "uploads.replaces": "{size} vom {time}, durch eine Datei von {by}",
  "uploads.resume": "Fortsetzen",
  "uploads.resume.all": "Alle fortsetzen",
  "uploads.retrying": "wartet und versucht es erneut",
  "uploads.title": "Uploads",
  "uploads.unknown":
    "Der Upload ist beendet; ob das Objekt gespeichert wurde, dürfen Sie nicht lesen. „Erneut versuchen“ lädt die Datei noch einmal hoch.",
  "uploads.unlisted": "Vorhandene Objekte sind unbekannt",
  "uploads.unlisted.about":
    "Sie dürfen diesen Bucket nicht auflisten. Wenn es Objekte dieser Namen gibt, werden sie überschrieben:",
  "uploads.unreadable": "Die Datei wurde geändert oder entfernt, seit sie gewählt wurde. Wählen Sie sie noch einmal.",
  "uploads.unreadable.some":
    "{count|# Datei konnte|# Dateien konnten} nicht gelesen werden und {count|fehlt|fehlen}: {names}",
};
