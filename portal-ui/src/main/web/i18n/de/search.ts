import type { search as english } from "../en/search";

/** Texts about the search for objects and shared buckets, in German. */
export const search: Record<keyof typeof english, string> = {
  "search.about": "Sucht Objekte in Ihren Buckets.",
  "search.about.all": "Sucht Objekte in allen Buckets des Mandanten.",
  "search.action": "Suchen",
  "search.bucket": "Bucket",
  "search.date": "Ein Tag in UTC, etwa 2026-01-31.",
  "search.filter": "Filter",
  "search.filter.help": "Etwa key==logs/*;size=gt=1000000. Ein Semikolon heißt und, ein Komma oder.",
  "search.larger": "Mindestens so viele Bytes",
  "search.prefix": "Schlüssel beginnt mit",
  "search.rsql": "Der Filter in RSQL",
  "search.since": "Geändert seit",
  "search.smaller": "Höchstens so viele Bytes",
  "search.start": "Sagen Sie, was Sie suchen. Ein Anfang oder ein Bucket macht die Suche schnell.",
  "search.start.title": "Noch nichts gesucht",
  "search.tag": "Tag",
  "search.tag.help": "name=wert oder nur ein Name; nur in Buckets, deren Labels gespeichert werden.",
  "search.type.help": "Etwa image/*; nur in Buckets, deren Labels gespeichert werden.",
  "search.unlabelled": "Tags und Typen sind nicht von allen Objekten dieser Buckets bekannt:",
  "search.until": "Geändert vor",
  "search.words": "Wörter im Schlüssel",
  "search.words.help": "Alle, in beliebiger Reihenfolge.",
  "shared.about":
    "Buckets anderer Mandanten, die mit Ihnen geteilt sind. Was Sie dort dürfen, sagen deren Richtlinien und ACLs.",
  "shared.none": "Ein Bucket erscheint hier, sobald seine Richtlinie oder ACL Sie oder Ihren Mandanten nennt.",
  "shared.none.title": "Nichts ist mit Ihnen geteilt",
};
