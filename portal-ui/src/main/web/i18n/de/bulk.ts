import type { bulk as english } from "../en/bulk";

/** Texts about actions on many objects, in German. */
export const bulk: Record<keyof typeof english, string> = {
  "bulk.copy": "Kopieren",
  "bulk.empty":
    "Ein Job löscht alle Objekte, Versionen und Löschmarkierungen und bricht alle Uploads ab. Gesperrte Versionen bleiben. Das kann nicht rückgängig gemacht werden:",
  "bulk.folder": "Alle Objekte, deren Schlüssel beginnen mit",
  "bulk.hide": "Beendete ausblenden",
  "bulk.jobs": "Alle Jobs",
  "bulk.matching": "Alle passenden löschen",
  "bulk.move": "Verschieben",
  "bulk.nested": "In einem Bucket darf keiner der Ordner im anderen liegen.",
  "bulk.target": "Neuer Anfang der Schlüssel",
};
